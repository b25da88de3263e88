import { t } from '../../i18n/i18n.ts';
import type { PictureFacts } from '../../worker/protocol.ts';

interface PlaceProps {
  pictures: readonly PictureFacts[];
  picture: PictureFacts;
  level: number;
  show: (picture: number) => void;
  onLevel: (level: number) => void;
}

/** Which surface of a texture is shown: mip level, layer, face. Nothing for one that has a single surface. */
export function Place({ pictures, picture, level, show, onLevel }: PlaceProps) {
  const { mips, layers, faces, layer, face, set, width, height } = picture;
  if (mips === 1 && layers === 1 && faces.length < 2) return null;
  const perLayer = Math.max(1, faces.length);
  const go = (toLayer: number, toFace: number) => {
    const next = pictures[set + toLayer * perLayer + toFace];
    if (next?.set === set) show(next.index);
  };
  return (
    <div class="textures-place">
      {mips > 1 && (
        <label>
          {t('textures.mip')}
          <input
            type="range"
            min={0}
            max={mips - 1}
            step={1}
            value={level}
            onInput={(event) => onLevel(Number(event.currentTarget.value))}
          />
          <output>
            {level} · {Math.max(1, width >> level)}×{Math.max(1, height >> level)}
          </output>
        </label>
      )}
      {layers > 1 && (
        <label>
          {t('textures.layer')}
          <input
            type="number"
            min={0}
            max={layers - 1}
            value={layer}
            onInput={(event) => go(Math.min(layers - 1, Math.max(0, event.currentTarget.valueAsNumber || 0)), face)}
          />
        </label>
      )}
      {faces.length > 1 && (
        <label>
          {t('textures.face')}
          <select value={face} onChange={(event) => go(layer, Number(event.currentTarget.value))}>
            {faces.map((name, i) => (
              <option key={name} value={i}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
