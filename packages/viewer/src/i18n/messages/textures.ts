import { messages } from '../messages.ts';

export const textures = messages({});
