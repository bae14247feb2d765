// The badge of a stop that the liquidation by mark price may precede, with the distance; a click
// explains it.

import { TriangleAlert } from 'lucide-react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { basisWord } from '../../actions/words/basis-words.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { HelpLink } from '../../shell/HelpLink.tsx'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useTicker } from '../../stores/tickers.ts'
import { Popover } from '../../ui/Popover.tsx'
import type { EditorProps } from './editor.ts'
import { overtakenOf, stopsOf, type OvertakenStop, type Stop } from './overtaken-stops.ts'

type Props = Omit<EditorProps, 'onClose'> & {
  /** The position's own stops by default. */
  stops?: readonly Stop[]
}

export function OvertakenBadge({ record, position, instrument, stops }: Props) {
  const t = useT()
  const format = useFormat()
  const ticker = useTicker(position.symbol)
  const at = { record, position, instrument, ticker }
  const overtaken = overtakenOf(stops ?? stopsOf(record), at)
  if (overtaken === undefined) return null
  const percent = format.percent({ units: overtaken.shareE4, scale: 2 }, { signed: false })
  const label = t('tpsl.overtaken', { percent })
  return (
    <Popover
      label={t('tpsl.overtakenTitle')}
      className="w-72"
      trigger={
        <button
          type="button"
          aria-label={`${t('tpsl.overtakenTitle')} · ${position.symbol} · ${percent}`}
          className="touch-target inline-flex items-center gap-1 rounded-sm bg-accent-tint px-1 text-2xs whitespace-nowrap text-warn"
        >
          <TriangleAlert className="size-3" aria-hidden />
          {label}
        </button>
      }
    >
      <Why overtaken={overtaken} instrument={instrument} percent={percent} />
    </Popover>
  )
}

type WhyProps = { overtaken: OvertakenStop; instrument: Instrument; percent: string }

function Why({ overtaken, instrument, percent }: WhyProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const { stop, liquidationTicks, distanceTicks } = overtaken
  const params = {
    basis: t({ key: basisWord(stop.triggerBy) }),
    trigger: words.price(stop.triggerTicks),
    liquidation: words.price(liquidationTicks),
    percent,
  }
  return (
    <div className="flex flex-col gap-2 text-xs">
      <p className="font-semibold">{t('tpsl.overtakenTitle')}</p>
      <p>{t(distanceTicks > 0 ? 'tpsl.overtakenNear' : 'tpsl.overtakenBeyond', params)}</p>
      <p className="text-soft">{t('tpsl.overtakenAdvice')}</p>
      <p>
        <HelpLink topic="liquidation" />
      </p>
    </div>
  )
}
