import { messages } from '../messages.ts';

export const view3d = messages({});
