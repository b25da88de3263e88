import { messages } from '../messages.ts';

export const animation = messages({});
