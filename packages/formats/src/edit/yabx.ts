import type { Asset } from '../asset.ts';
import { setValue } from '../yabx/edit.ts';
import { EditError } from '../yabx/edit-error.ts';
import { graphFromJson, setJson } from '../yabx/edit-json.ts';
import { readYabx } from '../yabx/read.ts';
import { writeYabx } from '../yabx/write.ts';
import { noTextures, plainPath } from './refuse.ts';
import type { EditSession } from './session.ts';

export function yabxSession(asset: Asset): EditSession {
  let model = readYabx(asset.bytes);
  if (model.objects.length !== model.objectCount) {
    const reason = `the object graph is damaged: ${model.objects.length} of ${model.objectCount} objects can be read`;
    throw new EditError('', reason, 'a file that unbake validate finds no errors in');
  }
  return {
    set(path, input) {
      model = setValue(model, plainPath(path), input);
    },
    setJson(path, json) {
      model = setJson(model, plainPath(path), json);
    },
    apply(data, at) {
      model = graphFromJson(model, data, `${at}.`);
    },
    ...noTextures('a bare object graph'),
    save: () => writeYabx(model),
  };
}
