// The ladder's controls: one-click trading, limit or stop, size presets, grouping and centring.

import { useState } from 'react'
import { Crosshair, LocateFixed } from 'lucide-react'
import {
  formatQty,
  parseQty,
  qtyDecimals,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { GroupingSelect } from './BookHeader.tsx'
import {
  setArmed,
  setFollowing,
  setSizes,
  useIsArmed,
  useLadderSettings,
} from './ladder-settings.ts'

export type LadderMode = 'limit' | 'stop'

export type LadderHeaderProps = {
  instrument: Instrument
  ratio: number
  mode: LadderMode
  onMode: (mode: LadderMode) => void
  presets: readonly number[]
  chosen: number
  onCentre: () => void
}

export function LadderHeader(props: LadderHeaderProps) {
  const t = useT()
  const { instrument, ratio, mode } = props
  const isArmed = useIsArmed()
  const isTrader = useSession(({ user }) => user !== undefined)
  const isFollowing = useLadderSettings((settings) => settings.isFollowing)
  return (
    <div className="flex shrink-0 flex-col gap-1 border-b border-line px-2 py-1">
      <div className="flex h-7 items-center gap-1">
        <span title={t('ladder.oneClickHelp')} className="min-w-0 truncate">
          <Switch
            label={t('ladder.oneClick')}
            checked={isArmed}
            disabled={!isTrader}
            onChange={setArmed}
            className={isArmed ? 'text-warn' : undefined}
          />
        </span>
        <span className="flex-1" />
        {instrument.kind !== 'Spot' && (
          <Segments
            label={t('ladder.orderKind')}
            value={mode}
            onChange={props.onMode}
            items={[
              { value: 'limit', label: t('ticket.limit') },
              { value: 'stop', label: t('ladder.stop') },
            ]}
          />
        )}
        <GroupingSelect instrument={instrument} ratio={ratio} className="ml-1" />
      </div>
      <div className="flex items-center gap-1">
        <Presets {...props} />
        <IconButton
          label={t('ladder.follow')}
          pressed={isFollowing}
          onClick={() => setFollowing(!isFollowing)}
        >
          <LocateFixed aria-hidden />
        </IconButton>
        <IconButton label={t('ladder.centre')} onClick={props.onCentre}>
          <Crosshair aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

/** Four size presets: a press selects one, and the selected one is an editable field. */
function Presets({ instrument, presets, chosen }: LadderHeaderProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const choose = (next: number): void => setSizes(instrument.symbol, { presets, chosen: next })
  return (
    <div
      role="group"
      aria-label={t('ladder.size')}
      className="grid min-w-0 flex-1 grid-cols-4 gap-1"
    >
      {presets.map((lots, at) =>
        at === chosen ? (
          <PresetField
            key={`${instrument.symbol} ${at} ${lots}`}
            name={t('ladder.preset', { number: at + 1 })}
            instrument={instrument}
            lots={lots}
            onLots={(next) =>
              setSizes(instrument.symbol, { presets: presets.with(at, next), chosen })
            }
          />
        ) : (
          <button
            // A preset is identified by its position: key 1 to 4.
            key={at}
            type="button"
            aria-label={t('ladder.choosePreset', { qty: words.qty(lots) })}
            onClick={() => choose(at)}
            className={classNames(
              'h-8 min-w-0 touch-target truncate rounded bg-field px-1 text-2xs text-soft',
              'tabular-nums hover:text-ink',
            )}
          >
            {words.shortQty(lots)}
          </button>
        ),
      )}
    </div>
  )
}

function PresetField(props: {
  name: string
  instrument: Instrument
  lots: number
  onLots: (lots: number) => void
}) {
  const { name, instrument, lots, onLots } = props
  const [text, setText] = useState(() => formatQty(instrument, qtyLots(lots)))
  const settle = (typed: string): void => {
    const read = parseQty(instrument, typed)
    if (typeof read === 'number' && read >= instrument.minQtyLots) {
      if (read !== lots) onLots(read)
    } else setText(formatQty(instrument, qtyLots(lots)))
  }
  return (
    <NumberInput
      label={name}
      labelHidden
      size="sm"
      value={text}
      onChange={setText}
      onSettle={settle}
      rules={{
        scale: qtyDecimals(instrument),
        min: '0',
        step: formatQty(instrument, qtyLots(1)),
      }}
      className="min-w-0 [&_input]:px-1!"
    />
  )
}
