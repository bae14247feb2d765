// The dialog of sounds and browser notifications: per event, with a button that plays its tone.

import { Play } from 'lucide-react'
import {
  signalEvents,
  signalTones,
  type SignalEvent,
  type SignalTone,
} from '@basis/protocol/account'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { askForNotices, useNoticePermission } from '../../platform/browser-notices.ts'
import { playTone } from '../../platform/tones.ts'
import {
  setSignal,
  setSignalVolume,
  signalOf,
  signalVolume,
  usePreferences,
} from '../../stores/preferences.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { Checkbox, Switch } from '../../ui/Switch.tsx'

export function SoundsDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const isTrader = useSession(({ user }) => user !== undefined)
  const volume = signalVolume(usePreferences())
  return (
    <Dialog open width="lg" onClose={onClose} title={t('sounds.title')}>
      <div className="flex flex-col gap-4">
        {!isTrader && <p className="text-xs text-muted">{t('sounds.signIn')}</p>}
        <div className="flex items-center gap-3 text-xs">
          <span className="text-muted" aria-hidden>
            {t('sounds.volume')}
          </span>
          <Slider
            className="flex-1"
            label={t('sounds.volume')}
            value={volume}
            step={5}
            marks={[]}
            disabled={!isTrader}
            onChange={setSignalVolume}
            onCommit={(chosen) => void playTone(signalOf('alert').tone, chosen)}
          />
          <span className="w-10 text-end tabular-nums">{`${volume}%`}</span>
        </div>
        <ul className="flex flex-col">
          {signalEvents.map((event) => (
            <EventRow key={event} event={event} volume={volume} disabled={!isTrader} />
          ))}
        </ul>
        <Permission />
      </div>
    </Dialog>
  )
}

function EventRow(props: { event: SignalEvent; volume: number; disabled: boolean }) {
  const { event, volume, disabled } = props
  const t = useT()
  const { sound, tone, notice } = signalOf(event, usePreferences())
  const name = t(`sounds.${event}`)
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1 text-sm last:border-0">
      <span className="min-w-40 flex-1">{name}</span>
      <span className="flex items-center gap-2">
        <Switch
          label={t('sounds.soundOf', { event: name })}
          labelHidden
          checked={sound}
          disabled={disabled}
          onChange={(isOn) => setSignal(event, { sound: isOn })}
        />
        <Select<SignalTone>
          label={t('sounds.toneOf', { event: name })}
          size="sm"
          align="end"
          className="w-24"
          disabled={disabled}
          value={tone}
          onChange={(chosen) => {
            setSignal(event, { tone: chosen })
            playTone(chosen, volume)
          }}
          items={signalTones.map((value) => ({ value, label: t(`sounds.${value}`) }))}
        />
        <IconButton
          label={t('sounds.hear', { event: name })}
          onClick={() => void playTone(tone, volume)}
        >
          <Play aria-hidden />
        </IconButton>
      </span>
      <Checkbox
        label={
          <>
            <span aria-hidden>{t('sounds.notice')}</span>
            <span className="sr-only">{t('sounds.noticeOf', { event: name })}</span>
          </>
        }
        checked={notice}
        disabled={disabled}
        onChange={(isOn) => setSignal(event, { notice: isOn })}
      />
    </li>
  )
}

/** Requests the browser's permission only on a press, and says so if it was denied. */
function Permission() {
  const t = useT()
  const permission = useNoticePermission()
  return (
    <section className="flex flex-col items-start gap-2 text-xs text-muted">
      {permission === 'default' ? (
        <>
          <p>{t('sounds.askHelp')}</p>
          <Button onClick={() => void askForNotices()}>{t('sounds.ask')}</Button>
        </>
      ) : (
        <p className={permission === 'denied' ? 'text-warn' : undefined}>
          {t(`sounds.${permission}`)}
        </p>
      )}
      <p>{t('sounds.closed')}</p>
    </section>
  )
}
