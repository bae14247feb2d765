// The leaders that can be copied, each with its curve and figures.

import type { WireLeader } from '@basis/protocol/copy/calls'
import { rateExact } from '../../i18n/exact-percent.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { LeaderCurve } from './LeaderCurve.tsx'

type Props = {
  leaders: readonly WireLeader[]
  onCopy: (leader: WireLeader) => void
  onShow: (leader: WireLeader) => void
}

export function LeaderCards({ leaders, onCopy, onShow }: Props) {
  const t = useT()
  if (leaders.length === 0) return <EmptyState title={t('copy.noLeaders')} />
  return (
    <ul className="grid gap-2 p-2 sm:grid-cols-2 lg:grid-cols-3">
      {leaders.map((leader) => (
        <li key={leader.leaderId} className="flex flex-col gap-2 rounded border border-line p-3">
          <h2 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
            {leader.name}
            <Badge>{t({ key: `copy.style_${leader.style}` })}</Badge>
            {leader.rank !== '' && <Badge>{leader.rank}</Badge>}
          </h2>
          <LeaderCurve curve={leader.curve} />
          <LeaderFigures leader={leader} />
          <div className="flex gap-2 *:flex-1">
            <Button
              size="sm"
              aria-label={t('copy.showOf', { name: leader.name })}
              onClick={() => onShow(leader)}
            >
              {t('copy.show')}
            </Button>
            <Button
              size="sm"
              variant="primary"
              disabled={leader.relation !== 'none'}
              aria-label={t('copy.copyOf', { name: leader.name })}
              onClick={() => onCopy(leader)}
            >
              {t({ key: `copy.relation_${leader.relation}` })}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

export function LeaderFigures({ leader }: { leader: WireLeader }) {
  const t = useT()
  const format = useFormat()
  const rate = (text: string, signed: boolean): string =>
    text === '' ? '--' : format.percent(rateExact(text), { signed })
  const figures = [
    [t('copy.roi'), rate(leader.roi, true)],
    [t('copy.winRate'), rate(leader.winRate, false)],
    [t('copy.equity'), `${format.money(leader.equity, 'USDT')} USDT`],
    [t('copy.followers'), String(leader.followers)],
    [t('copy.followed'), `${format.money(leader.followedEquity, 'USDT')} USDT`],
    [t('copy.profitShare'), rate(leader.profitShare, false)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-3 gap-y-1 text-xs">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
