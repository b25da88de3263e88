import { t } from '../../i18n/i18n.ts';
import { CHANNELS, type Channel } from '../../pictures/paint.ts';

const SHORT: Readonly<Record<Channel, string>> = { rgba: 'RGBA', rgb: 'RGB', r: 'R', g: 'G', b: 'B', a: 'A' };

/** Which channel is shown; one choice of several, so arrow keys move it as in any group of radio buttons. */
export function Channels({ value, onChange }: { value: Channel; onChange: (value: Channel) => void }) {
  return (
    <fieldset class="channels">
      <legend class="hidden">{t('textures.channel')}</legend>
      {CHANNELS.map((channel) => (
        <label key={channel} class={`channel channel-${channel}`} title={t(`textures.channel.${channel}`)}>
          <input
            type="radio"
            class="hidden"
            name="channel"
            value={channel}
            aria-label={t(`textures.channel.${channel}`)}
            checked={channel === value}
            onChange={() => onChange(channel)}
          />
          <span aria-hidden="true">{SHORT[channel]}</span>
        </label>
      ))}
    </fieldset>
  );
}
