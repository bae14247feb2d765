// The account's algorithmic orders: running ones, with buttons that cancel one or all, and ended
// ones.

import { useState } from 'react'
import type { ReactNode } from 'react'
import { Plus } from 'lucide-react'
import { qtyCoin, qtyDecimals, type Instrument } from '@basis/domain/instrument/instrument'
import type { WireRule } from '@basis/protocol/rules/rule'
import type { WireStrategy } from '@basis/protocol/strategy'
import { cancelStrategies, cancelStrategy, pauseStrategy } from '../../actions/strategies.ts'
import { isRunning, useRules } from '../../actions/rules/rule-list.ts'
import { cancelRules } from '../../actions/rules/rules.ts'
import { uidNow, useSession } from '../../client/session.ts'
import { useConnection } from '../../client/connection.ts'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useIsWide } from '../../platform/use-is-wide.ts'
import { askForConfirmation, openDialog } from '../../shell/dialogs.ts'
import { nameOf, showListing, useCurrentSymbol, useListing } from '../../stores/catalogue.ts'
import { useWirePrice } from '../../stores/instrument-format.ts'
import { useSettings, changeSettings } from '../../stores/settings.ts'
import { useStrategies } from '../../stores/strategies.ts'
import { message } from '../../i18n/message-keys.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { Cell, HeadCell, Table, TableBody } from '../../ui/table/Table.tsx'
import { TableHead, TableRow } from '../../ui/table/Table.tsx'
import { SignedOut } from '../page-states/SignedOut.tsx'
import { RuleList } from './RuleList.tsx'
import {
  filledPercent,
  hasFilled,
  isPausable,
  kindWord,
  termsMessage,
} from '../../actions/words/strategy-words.ts'
import { usePending } from '../../platform/use-pending.ts'

const TABLE_PX = 760

type Shown = 'running' | 'ended'

export function StrategyTable({ ended }: { ended: ReactNode }) {
  const t = useT()
  const [room, isWide] = useIsWide<HTMLElement>(TABLE_PX)
  const [shown, setShown] = useState<Shown>('running')
  const isVisitor = useSession((session) => session.status === 'visitor')
  const strategies = useShownStrategies()
  const rules = useShownRules()
  const running = rules.filter(isRunning)
  const List = isWide ? Rows : Cards
  if (isVisitor) return <SignedOutPanel />
  return (
    <section
      ref={room}
      aria-label={t('strategies.listTitle')}
      className="flex h-full min-h-0 flex-col"
    >
      <Toolbar shown={shown} onShown={setShown} strategies={strategies ?? []} rules={running} />
      <div className="min-h-0 flex-1 overflow-auto">
        {shown === 'ended' ? (
          <>
            <Rules rules={rules.filter((rule) => !isRunning(rule))} hasOrders />
            {ended}
          </>
        ) : strategies === undefined ? (
          <Skeleton className="mx-3 h-24" />
        ) : strategies.length + running.length === 0 ? (
          <EmptyState title={t('strategies.empty')} body={t('strategies.emptyBody')} />
        ) : (
          <>
            <Rules rules={running} hasOrders={strategies.length > 0} />
            {strategies.length > 0 && <List strategies={strategies} />}
          </>
        )}
      </div>
    </section>
  )
}

/** Rules are cards and orders a table; if there are both, each has a heading. */
function Rules({ rules, hasOrders }: { rules: readonly WireRule[]; hasOrders: boolean }) {
  const t = useT()
  if (rules.length === 0) return null
  const heading = 'px-3 pt-2 text-xs font-semibold text-soft'
  return (
    <>
      {hasOrders && <h3 className={heading}>{t('strategies.ruleListTitle')}</h3>}
      <RuleList rules={rules} />
      {hasOrders && <h3 className={heading}>{t('strategies.listTitle')}</h3>}
    </>
  )
}

function useShownStrategies(): readonly WireStrategy[] | undefined {
  const strategies = useStrategies()
  const allSymbols = useSettings((settings) => settings.allSymbols)
  const symbol = useCurrentSymbol()
  return strategies?.filter((strategy) => allSymbols || strategy.symbol === symbol)
}

function useShownRules(): readonly WireRule[] {
  const rules = useRules() ?? []
  const allSymbols = useSettings((settings) => settings.allSymbols)
  const symbol = useCurrentSymbol()
  return rules.filter((rule) => allSymbols || rule.symbol === symbol)
}

function SignedOutPanel() {
  const t = useT()
  return <SignedOut title={t('strategies.signedOut')} />
}

function Toolbar(props: {
  shown: Shown
  onShown: (shown: Shown) => void
  strategies: readonly WireStrategy[]
  rules: readonly WireRule[]
}) {
  const t = useT()
  const { shown, onShown, strategies, rules } = props
  const symbol = useCurrentSymbol()
  const allSymbols = useSettings((settings) => settings.allSymbols)
  const isSpot = useListing(symbol)?.instrument.kind === 'Spot'
  const cancelEvery = async (): Promise<void> => {
    const uid = uidNow()
    const isMeant = await askForConfirmation({
      title: message('strategies.cancelAllTitle'),
      body: allSymbols
        ? message('strategies.cancelAllBody')
        : message('strategies.cancelSymbolBody', { symbol: nameOf(symbol) }),
      confirm: message('strategies.cancelAll'),
      dangerous: true,
    })
    // What was asked about is the former account's if another one is signed in meanwhile.
    if (!isMeant || uid !== uidNow()) return
    // Rules first, because one that fires meanwhile would start a new order.
    await cancelRules(rules.map(({ ruleId }) => ruleId))
    if (uid !== uidNow()) return
    if (strategies.length > 0 || rules.length === 0) {
      await cancelStrategies(strategies.map(({ strategyId }) => strategyId))
    }
  }
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1">
      <Segments
        label={t('strategies.shown')}
        value={shown}
        onChange={onShown}
        items={[
          { value: 'running', label: t('strategies.running') },
          { value: 'ended', label: t('strategies.ended') },
        ]}
      />
      {shown === 'running' && (
        <Switch
          label={t('positions.allSymbols')}
          checked={allSymbols}
          onChange={(checked) => changeSettings({ allSymbols: checked })}
        />
      )}
      <span className="flex-1" />
      <Button
        size="sm"
        variant="primary"
        disabled={isSpot}
        onClick={() => openDialog({ kind: 'strategy', symbol, side: 'Buy' })}
      >
        <Plus className="size-3.5" aria-hidden />
        {t('strategies.open')}
      </Button>
      {shown === 'running' && (
        <Button
          size="sm"
          disabled={strategies.length + rules.length === 0}
          onClick={() => void cancelEvery()}
        >
          {t('strategies.cancelAll')}
        </Button>
      )}
    </div>
  )
}

type ListProps = { strategies: readonly WireStrategy[] }

function Rows({ strategies }: ListProps) {
  const t = useT()
  return (
    <Table label={t('strategies.listTitle')} minWidthPx={TABLE_PX}>
      <TableHead>
        <HeadCell sticky>{t('strategies.contract')}</HeadCell>
        <HeadCell second={t('strategies.kindColumn')}>{t('orders.side')}</HeadCell>
        <HeadCell align="end">{t('strategies.progress')}</HeadCell>
        <HeadCell align="end">{t('strategies.averagePrice')}</HeadCell>
        <HeadCell align="end" second={t('strategies.openOrders')}>
          {t('strategies.sent')}
        </HeadCell>
        <HeadCell>{t('strategies.terms')}</HeadCell>
        <HeadCell>{t('strategies.time')}</HeadCell>
        <HeadCell align="end">
          <span className="sr-only">{t('strategies.cancel')}</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {strategies.map((strategy) => (
          <Row key={strategy.strategyId} strategy={strategy} />
        ))}
      </TableBody>
    </Table>
  )
}

function Row({ strategy }: { strategy: WireStrategy }) {
  const t = useT()
  const format = useFormat()
  const listing = useListing(strategy.symbol)
  const isStale = useConnection((connection) => connection.account !== 'live')
  if (listing === undefined) return null
  const { instrument } = listing
  const { symbol, strategyType, sentOrders, openOrders, createdAtE3 } = strategy
  return (
    <TableRow pending={isStale}>
      <Cell sticky>
        <button
          type="button"
          aria-label={t('positions.goTo', { symbol })}
          onClick={() => showListing(listing)}
          className="rounded-sm font-medium hover:text-accent"
        >
          {nameOf(symbol)}
        </button>
      </Cell>
      <Cell second={t({ key: kindWord(strategyType) })}>
        <Side strategy={strategy} />
      </Cell>
      <Cell align="end" second={<Bar strategy={strategy} />}>
        <Progress strategy={strategy} instrument={instrument} />
      </Cell>
      <Cell align="end">
        <Average strategy={strategy} instrument={instrument} />
      </Cell>
      <Cell align="end" second={format.decimal(String(openOrders), { scale: 0 })}>
        {format.decimal(String(sentOrders), { scale: 0 })}
      </Cell>
      <Cell>{t(termsMessage(strategy, instrument))}</Cell>
      <Cell second={<Paused strategy={strategy} />}>{format.dateTime(createdAtE3)}</Cell>
      <Cell align="end">
        <span className="flex justify-end gap-1">
          <Pause strategy={strategy} />
          <Cancel strategy={strategy} />
        </span>
      </Cell>
    </TableRow>
  )
}

function Side({ strategy: { side } }: { strategy: WireStrategy }) {
  const t = useT()
  return (
    <span className={side === 'Buy' ? 'font-medium text-up' : 'font-medium text-down'}>
      {t(side === 'Buy' ? 'orders.buy' : 'orders.sell')}
    </span>
  )
}

type FigureProps = { strategy: WireStrategy; instrument: Instrument }

function Progress({ strategy: { cumExecQty, qty }, instrument }: FigureProps) {
  const format = useFormat()
  const scale = qtyDecimals(instrument)
  return (
    <>
      <span className="text-soft">{format.quantity(cumExecQty, scale)} / </span>
      {format.quantity(qty, scale)} <span className="text-soft">{qtyCoin(instrument)}</span>
    </>
  )
}

function Bar({ strategy }: { strategy: WireStrategy }) {
  const t = useT()
  const percent = filledPercent(strategy)
  return (
    <span
      role="progressbar"
      aria-label={t('strategies.progressOf', { percent })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="mt-1 block h-1 w-full min-w-20 overflow-hidden rounded-full bg-field"
    >
      <span className="block h-full bg-accent" style={{ width: `${percent}%` }} />
    </span>
  )
}

function Average({ strategy, instrument }: FigureProps) {
  const price = useWirePrice(instrument)
  return hasFilled(strategy) ? price(strategy.avgPrice) : NOTHING
}

function Cancel({ strategy }: { strategy: WireStrategy }) {
  const t = useT()
  const [isPending, during] = usePending()
  const { strategyId, strategyType, symbol } = strategy
  const cancel = async (): Promise<void> => {
    await during(cancelStrategy(strategyId))
  }
  return (
    <Button
      size="sm"
      pending={isPending}
      aria-label={t('strategies.cancelOf', { kind: { key: kindWord(strategyType) }, symbol })}
      onClick={() => void cancel()}
    >
      {t('strategies.cancel')}
    </Button>
  )
}

function Paused({ strategy }: { strategy: WireStrategy }) {
  const t = useT()
  return strategy.status === 'Paused' ? (
    <span className="text-warn">{t('strategies.statuses.Paused')}</span>
  ) : null
}

function Pause({ strategy }: { strategy: WireStrategy }) {
  const t = useT()
  const [isPending, during] = usePending()
  const { strategyId, strategyType, symbol, status } = strategy
  if (!isPausable(strategy)) return null
  const isPaused = status === 'Paused'
  const what = { kind: { key: kindWord(strategyType) }, symbol }
  const turn = async (): Promise<void> => {
    await during(pauseStrategy(strategyId, !isPaused))
  }
  return (
    <Button
      size="sm"
      pending={isPending}
      aria-label={t(isPaused ? 'strategies.resumeOf' : 'strategies.pauseOf', what)}
      onClick={() => void turn()}
    >
      {t(isPaused ? 'strategies.resume' : 'strategies.pause')}
    </Button>
  )
}

function Cards({ strategies }: ListProps) {
  return (
    <ul className="grid auto-rows-min grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-2 p-2">
      {strategies.map((strategy) => (
        <Card key={strategy.strategyId} strategy={strategy} />
      ))}
    </ul>
  )
}

function Card({ strategy }: { strategy: WireStrategy }) {
  const t = useT()
  const format = useFormat()
  const listing = useListing(strategy.symbol)
  if (listing === undefined) return null
  const { instrument } = listing
  const { symbol, side, strategyType, sentOrders, openOrders, createdAtE3 } = strategy
  const facts = [
    [
      t('strategies.averagePrice'),
      <Average key="average" strategy={strategy} instrument={instrument} />,
    ],
    [t('strategies.sent'), format.decimal(String(sentOrders), { scale: 0 })],
    [t('strategies.openOrders'), format.decimal(String(openOrders), { scale: 0 })],
  ] as const
  return (
    <li className="rounded border border-line-strong p-3 text-xs">
      <div className="flex items-center gap-2">
        <span className="font-medium">{nameOf(symbol)}</span>
        <Badge tone={side === 'Buy' ? 'up' : 'down'}>
          {t(side === 'Buy' ? 'orders.buy' : 'orders.sell')}
        </Badge>
        <span className="text-muted">{t({ key: kindWord(strategyType) })}</span>
        <Paused strategy={strategy} />
        <span className="ml-auto text-2xs text-muted">{format.dateTime(createdAtE3)}</span>
      </div>
      <p className="mt-2">
        <Progress strategy={strategy} instrument={instrument} />
      </p>
      <Bar strategy={strategy} />
      <p className="mt-2 text-muted">{t(termsMessage(strategy, instrument))}</p>
      <dl className="mt-2 grid grid-cols-3 gap-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-2xs text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex gap-2 *:flex-1">
        <Pause strategy={strategy} />
        <Cancel strategy={strategy} />
      </div>
    </li>
  )
}
