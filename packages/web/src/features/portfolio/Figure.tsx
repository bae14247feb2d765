// One amount of the portfolio with its label.

import { zero, type Amount, type Rounding } from '@basis/domain/numbers/fixed'
import { useFormat } from '../../i18n/use-format.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { Delta, type Direction } from '../../ui/Badge.tsx'

export const directionOf = (value: Amount): Direction =>
  value > zero ? 'up' : value < zero ? 'down' : 'flat'

type FigureProps = {
  label: string
  /** Undefined until it is known. */
  value: Amount | undefined
  coin: string
  /** For a gain or a loss: shown with its sign and colour. */
  signed?: boolean
  /** Current holdings are rounded down, as in the account box; histories to the nearest. */
  rounding?: Rounding
  /** A note after the amount. */
  note?: string | undefined
}

export function Figure(props: FigureProps) {
  const { label, value, coin, signed = false, rounding = 'nearest', note } = props
  const format = useFormat()
  const text = value === undefined ? '--' : format.money(exactE8(value), coin, { signed, rounding })
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-lg font-semibold break-words">
        {signed ? <Delta direction={directionOf(value ?? zero)}>{text}</Delta> : text}{' '}
        <span className="text-xs font-normal text-muted">{coin}</span>
        {note !== undefined && <span className="text-xs font-normal text-soft"> ({note})</span>}
      </dd>
    </div>
  )
}
