import { messages } from '../messages.ts';

export const materials = messages({});
