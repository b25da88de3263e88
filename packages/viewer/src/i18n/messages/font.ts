import { messages } from '../messages.ts';

export const font = messages({});
