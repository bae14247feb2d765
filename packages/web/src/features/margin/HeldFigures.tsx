// Margin and liquidation price of a contract's position, now and after a change of leverage or
// margin mode, or why the change would be rejected.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WirePreviewedAccount } from '@basis/protocol/preview-calls'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { usePositionsIn } from '../../stores/positions.ts'
import { positionIn, type Preview } from '../../actions/previews.ts'
import { useT } from '../../i18n/i18n.ts'
import { Figures } from '../../ui/table/Figures.tsx'

export function HeldFigures(props: { instrument: Instrument; preview: Preview | undefined }) {
  const t = useT()
  const { instrument, preview } = props
  const words = useInstrumentFormat(instrument)
  const held = usePositionsIn(instrument.symbol)
  if (preview?.problem !== undefined) {
    return (
      <p role="alert" className="rounded bg-down-depth px-2 py-1.5 text-xs text-ink">
        {t(preview.problem)}
      </p>
    )
  }
  const rows = held.flatMap(({ position, liquidationTicks }) => {
    const { positionIdx, side } = position
    const of = (standing: WirePreviewedAccount) => positionIn(standing, positionIdx, instrument)
    const [before, after] = preview === undefined ? [] : [of(preview.before), of(preview.after)]
    const named = (label: string): string =>
      positionIdx === 0
        ? label
        : `${t(side === 'Buy' ? 'positions.long' : 'positions.short')} · ${label}`
    return [
      ...(before === undefined
        ? []
        : [
            {
              label: named(t('positions.margin')),
              now: `${words.settle(before.margin)} ${instrument.settleCoin}`,
              then: after && `${words.settle(after.margin)} ${instrument.settleCoin}`,
            },
          ]),
      {
        label: named(t('positions.liquidation')),
        now: words.price(liquidationTicks),
        then: after && words.price(after.liquidationTicks),
      },
    ]
  })
  return rows.length === 0 ? null : <Figures rows={rows} />
}
