// The account in a few lines: equity, available balance, and the margin rates.

import type { ReactNode } from 'react'
import { zero, type Amount } from '@basis/domain/numbers/fixed'
import { useConnection } from '../../client/connection.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { addDemoFunds, useSession } from '../../client/session.ts'
import { useWallet, type Wallet } from '../../stores/wallet.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { Delta } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Explained } from '../../ui/Tooltip.tsx'
import { SignedOut } from '../page-states/SignedOut.tsx'
import { marginLevel, accountUnit, shareWidth, type MarginLevel } from './account-figures.ts'

export function AccountBox() {
  const t = useT()
  const status = useSession((session) => session.status)
  const wallet = useWallet()
  return (
    <section aria-label={t('account.title')} className="h-full overflow-y-auto px-3 py-2">
      {status === 'visitor' ? (
        <SignedOutPanel />
      ) : wallet === undefined ? (
        <WaitingBox />
      ) : (
        <Figures wallet={wallet} />
      )}
    </section>
  )
}

function Figures({ wallet }: { wallet: Wallet }) {
  const t = useT()
  const format = useFormat()
  const isStale = useConnection((connection) => connection.account !== 'live')
  const money = (value: Amount, signed = false): string =>
    format.money(exactE8(value), accountUnit, { signed, rounding: 'down' })
  const { unrealisedPnl } = wallet
  const direction = unrealisedPnl > zero ? 'up' : unrealisedPnl < zero ? 'down' : 'flat'
  return (
    <div className={classNames('flex flex-col gap-2.5', isStale && 'stale')}>
      <dl className="flex flex-col gap-1.5 text-xs">
        <Line
          label={<Explained content={t('account.equityHelp')}>{t('account.equity')}</Explained>}
        >
          <span className="text-sm font-semibold">{money(wallet.equity)}</span>
        </Line>
        <Line
          label={
            <Explained content={t('account.availableHelp')}>{t('account.available')}</Explained>
          }
        >
          {money(wallet.available)}
        </Line>
        <Line label={t('account.unrealised')}>
          <Delta direction={direction}>{money(unrealisedPnl, true)}</Delta>
        </Line>
      </dl>
      <div className="grid grid-cols-2 gap-4 *:min-w-0">
        <MarginBar
          label={t('account.initialRate')}
          help={t('account.initialHelp')}
          rateE4={wallet.initialRateE4}
          margin={wallet.initialMargin}
        />
        <MarginBar
          label={t('account.maintenanceRate')}
          shown={t('positions.maintenance')}
          help={t('account.maintenanceHelp')}
          rateE4={wallet.maintenanceRateE4}
          margin={wallet.maintenanceMargin}
        />
      </div>
      <div className="flex gap-2 *:min-w-0 *:flex-1">
        {wallet.portfolio !== undefined && (
          <Button size="sm" onClick={() => openDialog({ kind: 'portfolioMargin' })}>
            {t('margin.stress')}
          </Button>
        )}
        {isStale ? (
          <p role="status" className="text-2xs text-warn">
            {t('account.stale')}
          </p>
        ) : (
          <Button size="sm" onClick={() => void addDemoFunds()}>
            {t('account.addDemoFunds')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Line({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-2">
      <dt className="text-muted">{label}</dt>
      <dd>
        {children} <span className="text-muted">{accountUnit}</span>
      </dd>
    </div>
  )
}

const levelInk: Record<MarginLevel, string> = {
  calm: 'text-good',
  high: 'text-warn',
  danger: 'text-bad',
}
const levelFill: Record<MarginLevel, string> = {
  calm: 'bg-good',
  high: 'bg-warn',
  danger: 'bg-bad',
}

function MarginBar(props: {
  label: string
  /** A shorter visible form of a long label. */
  shown?: string
  help: string
  rateE4: number
  margin: Amount
}) {
  const t = useT()
  const format = useFormat()
  const { label, rateE4 } = props
  const level = marginLevel(rateE4)
  const percent = format.percent({ units: rateE4, scale: 2 }, { signed: false })
  const amount = format.money(exactE8(props.margin), accountUnit, { rounding: 'up' })
  return (
    <div>
      <div className="flex justify-between gap-1 text-xs">
        <span className="truncate text-muted">
          <Explained content={props.help}>{props.shown ?? label}</Explained>
        </span>
        <span className={levelInk[level]}>{percent}</span>
      </div>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={shareWidth(rateE4)}
        aria-valuetext={t('account.rateOf', { percent, amount, coin: accountUnit })}
        className="mt-1 h-1 overflow-hidden rounded-full bg-line-strong"
      >
        <div
          className={classNames('h-full rounded-full transition-[width]', levelFill[level])}
          style={{ width: `${shareWidth(rateE4)}%` }}
        />
      </div>
    </div>
  )
}

function SignedOutPanel() {
  return (
    <div className="grid h-full place-items-center">
      <SignedOut />
    </div>
  )
}

function WaitingBox() {
  return (
    <div aria-hidden className="flex flex-col gap-3">
      {Array.from({ length: 6 }, (_line, at) => (
        <div key={at} className="flex justify-between">
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </div>
  )
}
