import { forget } from '../../lib/open-ref.ts';
import type { Method, Methods } from '../protocol.ts';
import type { WorkContext } from '../worker.ts';
import { diff, edit } from './edit.ts';
import { exportFile } from './export.ts';
import { font } from './font.ts';
import { graph } from './graph.ts';
import { materials } from './materials.ts';
import { check, entry, open } from './open.ts';
import { picture, pictureFile, pictures, thumbnail } from './pictures.ts';
import { preview } from './preview.ts';
import { survey } from './survey.ts';
import { trace } from './trace.ts';

type Handlers = {
  [M in Method]: (
    context: WorkContext,
    ...args: Methods[M]['args']
  ) => Promise<Methods[M]['result']> | Methods[M]['result'];
};

export const handlers: Handlers = {
  open,
  check,
  entry,
  trace,
  graph,
  pictures,
  picture,
  pictureFile,
  thumbnail,
  preview,
  survey,
  font,
  materials,
  edit,
  diff,
  export: exportFile,
  release(_, keys) {
    forget(keys);
  },
};
