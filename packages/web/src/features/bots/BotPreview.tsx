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
  look: GridPreview | undefined
  instrument: Instrument
  lastTicks: number
  mode: GridMode
}

export function BotPreview({ look, instrument, lastTicks, mode }: Props) {
  const t = useT()
  const format = useFormat()
  if (look === undefined) return <EmptyState title={t('bots.noPreview')} />
  const rate = (units: number): string => format.percent({ units, scale: 6 }, { signed: false })
  const span = (low: string, high: string): string => (low === high ? low : `${low} – ${high}`)
  const money = (text: string): string => format.money(text, look.coin)
  return (
    <section aria-label={t('bots.preview')} className="flex min-w-0 flex-col gap-3">
      <NamedFigures
        figures={[
          [
            t('bots.qty'),
            `${format.quantity(look.qty, qtyDecimals(instrument))} ${instrument.baseCoin}`,
          ],
          [
            t('bots.profitPerGrid'),
            `${span(money(look.profitMin), money(look.profitMax))} ${look.coin}`,
          ],
          [t('bots.ratePerGrid'), span(rate(look.rateMinE8), rate(look.rateMaxE8))],
          [t('bots.leastInvestment'), `${money(look.least)} ${look.coin}`],
          ...(look.below === ''
            ? []
            : [[t('bots.liqBelow'), priceWords(format, look.below)] as const]),
          ...(look.above === ''
            ? []
            : [[t('bots.liqAbove'), priceWords(format, look.above)] as const]),
        ]}
      />
      <GridPlot
        levels={look.levels}
        lastTicks={lastTicks}
        lastPrice={formatPrice(instrument, priceTicks(lastTicks))}
      />
      <p className="text-soft">{t({ key: `bots.help_${mode}` })}</p>
    </section>
  )
}
