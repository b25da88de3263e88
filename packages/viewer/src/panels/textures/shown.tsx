import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatNumber, t } from '../../i18n/i18n.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import type { Box } from '../../pictures/draw.ts';
import type { Channel } from '../../pictures/paint.ts';
import { PictureView } from '../../pictures/picture-view.tsx';
import { Pending } from '../../shell/pending.tsx';
import { type OpenFile, refOf } from '../../state/files.ts';
import { foreground } from '../../worker/client.ts';
import type { PageRect, PictureFacts } from '../../worker/protocol.ts';
import { Actions } from './actions.tsx';
import { Channels } from './channels.tsx';
import { Place } from './place.tsx';

interface ShownProps {
  file: OpenFile;
  pictures: readonly PictureFacts[];
  picture: PictureFacts;
  show: (picture: number) => void;
}

/** Stays for the next texture. */
let lastChannel: Channel = 'rgba';

/** One texture: what it is, a view to look into it, what can be done with it. */
export function Shown({ file, pictures, picture, show }: ShownProps) {
  const channel = useSignal<Channel>(lastChannel);
  const level = useSignal(0);
  const rect = useSignal(-1);
  const mip = Math.min(level.value, picture.mips - 1);
  const loaded = useLoaded(
    file,
    async (_, signal) => ({
      picture,
      mip,
      pixels: await foreground.call('picture', [await refOf(file), picture.index, mip], { signal }),
    }),
    [picture.index, mip],
  );
  useEffect(() => {
    lastChannel = channel.value;
  }, [channel.value]);
  return (
    <section class="textures-shown" aria-label={picture.name}>
      <header class="textures-head">
        <h2>{picture.name}</h2>
        <p class="textures-facts">
          <Facts picture={picture} />
        </p>
        <Actions file={file} picture={picture} level={mip} />
      </header>
      <Place pictures={pictures} picture={picture} level={mip} show={show} onLevel={(value) => (level.value = value)} />
      {picture.rects.length > 0 && <Rects rects={picture.rects} chosen={rect.value} choose={(i) => (rect.value = i)} />}
      {loaded.kind === 'failed' && <p class="padded">{t('textures.undecoded')}:</p>}
      {loaded.kind === 'ready' ? (
        <PictureView
          pixels={loaded.value.pixels}
          channel={channel.value}
          label={labelOf(loaded.value.picture, loaded.value.mip)}
          boxes={boxesOf(picture.rects, rect.value, loaded.value.mip, loaded.value.pixels.reduced)}
          focus={boxesOf(picture.rects, rect.value, loaded.value.mip, loaded.value.pixels.reduced)[rect.value]}
        >
          <Channels value={channel.value} onChange={(value) => (channel.value = value)} />
        </PictureView>
      ) : (
        <Pending of={loaded} />
      )}
    </section>
  );
}

/** What is in view, which is the last one until the next is decoded. */
function labelOf({ name, width, height }: PictureFacts, mip: number): string {
  return t('picture.view', { name, width: Math.max(1, width >> mip), height: Math.max(1, height >> mip) });
}

function Facts({ picture }: { picture: PictureFacts }) {
  const { width, height, format, mips, layers, faces } = picture;
  const facts = [
    format,
    `${formatNumber(width)}×${formatNumber(height)}`,
    t('textures.mips', { n: mips }),
    ...(layers > 1 ? [t('textures.layers', { n: layers })] : []),
    ...(faces.length > 1 ? [t('textures.faces', { n: faces.length })] : []),
  ];
  return <>{facts.join(' · ')}</>;
}

interface RectsProps {
  rects: readonly PageRect[];
  chosen: number;
  choose: (index: number) => void;
}

/** The rectangles of a Texm's Page block: choosing one shows it. */
function Rects({ rects, chosen, choose }: RectsProps) {
  return (
    <fieldset class="textures-rects">
      <legend>
        {t('textures.rects')} ({rects.length})
      </legend>
      {rects.map(({ x, y, w, h }, i) => (
        <button key={i} type="button" aria-pressed={i === chosen} onClick={() => choose(i === chosen ? -1 : i)}>
          {i}: {x}, {y} · {w}×{h}
        </button>
      ))}
    </fieldset>
  );
}

function boxesOf(rects: readonly PageRect[], chosen: number, level: number, reduced: number): Box[] {
  const scale = 1 / (2 ** level * reduced);
  return rects.map(({ x, y, w, h }, i) => ({
    x: x * scale,
    y: y * scale,
    w: w * scale,
    h: h * scale,
    strong: i === chosen,
  }));
}
