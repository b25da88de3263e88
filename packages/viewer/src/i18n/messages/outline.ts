import { messages } from '../messages.ts';

export const outline = messages({});
