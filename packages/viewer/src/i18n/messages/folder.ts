import { messages } from '../messages.ts';

export const folder = messages({});
