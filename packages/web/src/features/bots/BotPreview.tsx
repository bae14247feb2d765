// The preview of a grid: its levels, its quantity and its profit per cell.

import type { GridMode } from '@basis/domain/grid/terms'
import { formatPrice, qtyDecimals, type Instrument } from '@basis/domain/instrument/instrument'
import { priceTicks } from '@basis/domain/numbers/fixed'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { NamedFigures } from '../../ui/table/NamedFigures.tsx'
import { priceWords } from './bot-figures.ts'
import type { GridPreview } from './bot-form.ts'
import { GridPlot } from './GridPlot.tsx'

type Props = {
  preview: GridPreview | undefined
  instrument: Instrument
  lastTicks: number
  mode: GridMode
}

export function BotPreview({ preview, instrument, lastTicks, mode }: Props) {
  const t = useT()
  const format = useFormat()
  if (preview === undefined) return <EmptyState title={t('bots.noPreview')} />
  const rate = (units: number): string => format.percent({ units, scale: 6 }, { signed: false })
  const span = (low: string, high: string): string => (low === high ? low : `${low} – ${high}`)
  const money = (text: string): string => format.money(text, preview.coin)
  return (
    <section aria-label={t('bots.preview')} className="flex min-w-0 flex-col gap-3">
      <NamedFigures
        figures={[
          [
            t('bots.qty'),
            `${format.quantity(preview.qty, qtyDecimals(instrument))} ${instrument.baseCoin}`,
          ],
          [
            t('bots.profitPerGrid'),
            `${span(money(preview.profitMin), money(preview.profitMax))} ${preview.coin}`,
          ],
          [t('bots.ratePerGrid'), span(rate(preview.rateMinE8), rate(preview.rateMaxE8))],
          [t('bots.leastInvestment'), `${money(preview.least)} ${preview.coin}`],
          ...(preview.below === ''
            ? []
            : [[t('bots.liqBelow'), priceWords(format, preview.below)] as const]),
          ...(preview.above === ''
            ? []
            : [[t('bots.liqAbove'), priceWords(format, preview.above)] as const]),
        ]}
      />
      <GridPlot
        levels={preview.levels}
        lastTicks={lastTicks}
        lastPrice={formatPrice(instrument, priceTicks(lastTicks))}
      />
      <p className="text-soft">{t({ key: `bots.help_${mode}` })}</p>
    </section>
  )
}
