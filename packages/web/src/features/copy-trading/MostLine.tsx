// The available balance of a leader's wallet, and the maximum quantity on both sides.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { formatTrimmed, type Amount } from '@basis/domain/numbers/fixed'
import { sides, type Side } from '@basis/domain/orders/order'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'

type Props = {
  /** In lots; undefined while it is unknown. */
  figures: Readonly<Record<Side, { readonly maxLots?: number | undefined }>>
  instrument: Instrument
  available: Amount | undefined
}

export function MostLine({ figures, instrument, available }: Props) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const most = sides.map((side) => words.qty(figures[side].maxLots)).join(' / ')
  const funds =
    available === undefined ? NOTHING : format.money(formatTrimmed(available, 8), 'USDT')
  return (
    <p className="flex flex-wrap justify-between gap-x-3 text-2xs text-soft">
      <span>{`${t('ticket.available')} ${funds} USDT`}</span>
      <span>{`${t('ticket.max')} ${most} ${instrument.baseCoin}`}</span>
    </p>
  )
}
