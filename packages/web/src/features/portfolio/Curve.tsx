// A month's cumulative P&L as a line from day to day, with the last figure as text.

import { zero, type Amount } from '@basis/domain/numbers/fixed'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { GainCurve } from '../../ui/time-chart/GainCurve.tsx'

export function Curve({ sums, coin }: { sums: readonly Amount[]; coin: string }) {
  const t = useT()
  const format = useFormat()
  const last = sums.at(-1) ?? zero
  const points = sums.map((sum, at) => ({ at, value: Number(sum) }))
  const written = format.money(exactE8(last), coin, { signed: true })
  const title = t('portfolio.cumulative')
  return (
    <section aria-label={title}>
      <h3 className="mb-1 flex justify-between gap-2 text-sm font-semibold">
        {title}
        <span className="text-xs font-normal text-soft">
          {written} {coin}
        </span>
      </h3>
      <GainCurve points={points} className="h-28" />
    </section>
  )
}
