// The available balance of a leader's wallet, and the maximum quantity on both sides.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Amount } from '@basis/domain/numbers/fixed'
import { sides, type Side } from '@basis/domain/orders/order'
import { useT } from '../../i18n/i18n.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'

type Props = {
  /** In lots; undefined while it is unknown. */
  figures: Readonly<Record<Side, { readonly maxLots?: number | undefined }>>
  instrument: Instrument
  available: Amount | undefined
}

export function MostLine({ figures, instrument, available }: Props) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const most = sides.map((side) => words.qty(figures[side].maxLots)).join(' / ')
  const funds = words.settle(available, { rounding: 'down' })
  return (
    <p className="flex flex-wrap justify-between gap-x-3 text-2xs text-soft">
      <span>{`${t('ticket.available')} ${funds} USDT`}</span>
      <span>{`${t('ticket.max')} ${most} ${instrument.baseCoin}`}</span>
    </p>
  )
}
