// The figures of a position that its TP/SL and its trailing stop are judged by.

import { qtyCoin } from '@basis/domain/instrument/instrument'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useTicker } from '../../stores/tickers.ts'
import { useT } from '../../i18n/i18n.ts'
import type { EditorProps } from './editor.ts'

export function PositionFacts(props: Omit<EditorProps, 'onClose'>) {
  const t = useT()
  const { record, position, instrument } = props
  const words = useInstrumentFormat(instrument)
  const last = useTicker(position.symbol)?.lastTicks
  const facts = [
    [t('tpsl.entryPrice'), words.priceE8(position.entryPriceE8)],
    [t('tpsl.quantity'), `${words.qty(position.sizeLots)} ${qtyCoin(instrument)}`],
    [t('tpsl.marketPrice'), words.price(last)],
    ...(record.liquidationTicks === undefined
      ? []
      : [[t('positions.liquidation'), words.price(record.liquidationTicks)] as const]),
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-1 rounded border border-line bg-panel p-2 text-xs">
      {facts.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-2">
          <dt className="text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
