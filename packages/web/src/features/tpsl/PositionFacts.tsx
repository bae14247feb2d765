// The figures of a position by which its TP/SL and its trailing stop are chosen.

import type { ReactNode } from 'react'
import { RefreshCw } from 'lucide-react'
import { qtyCoin } from '@basis/domain/instrument/instrument'
import { useInstrumentFormat, type InstrumentFormat } from '../../stores/instrument-format.ts'
import { useTicker } from '../../stores/tickers.ts'
import { useT } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Explained } from '../../ui/Tooltip.tsx'
import type { EditorProps } from './editor.ts'

type Props = Omit<EditorProps, 'onClose'> & {
  /** The reference price of TP/SL, which is fixed until it is refreshed. */
  reference?: { readonly ticks: number | undefined; readonly onRefresh: () => void }
}

export function PositionFacts(props: Props) {
  const t = useT()
  const { reference } = props
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
    ...(reference === undefined
      ? []
      : [
          [
            <ReferenceLabel key="reference" />,
            <Reference key="price" {...reference} words={words} />,
          ] as const,
        ]),
  ] as const
  return <Facts rows={facts} />
}

function ReferenceLabel() {
  const t = useT()
  return <Explained content={t('tpsl.referenceHelp')}>{t('tpsl.reference')}</Explained>
}

function Reference(props: NonNullable<Props['reference']> & { words: InstrumentFormat }) {
  const t = useT()
  const { ticks, onRefresh, words } = props
  return (
    <span className="flex items-center gap-1">
      {words.price(ticks)}
      <IconButton label={t('tpsl.refreshReference')} className="-my-1" onClick={onRefresh}>
        <RefreshCw className="size-3!" aria-hidden />
      </IconButton>
    </span>
  )
}

/** Labels and their figures in two columns. */
export function Facts({
  rows,
}: {
  rows: readonly (readonly [label: ReactNode, value: ReactNode])[]
}) {
  return (
    <dl className="grid gap-x-6 gap-y-1 rounded border border-line bg-panel p-2 text-xs sm:grid-cols-2">
      {rows.map(([label, value], at) => (
        <div key={at} className="flex flex-wrap justify-between gap-x-2">
          <dt className="text-muted">{label}</dt>
          <dd className="ml-auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
