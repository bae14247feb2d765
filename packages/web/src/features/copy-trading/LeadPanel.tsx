// Becoming a leader, and leading: orders of the leader's wallet, its positions, funds and end.

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  copyStyles,
  leastInvestment,
  longestLeaderName,
  proShareBounds,
} from '@basis/domain/copy/settings'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { mayCopy } from '@basis/domain/copy/contracts'
import type { CallAnswer } from '@basis/protocol/calls'
import type { WireCopyPosition } from '@basis/protocol/copy/calls'
import { problemMessage } from '../../client/error-reactions.ts'
import { useSession } from '../../client/session.ts'
import { message } from '../../i18n/message-keys.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { askShown } from '../../client/page-calls.ts'
import { useCatalogue } from '../../stores/catalogue.ts'
import { usePending } from '../../platform/use-pending.ts'
import { mayBeDone } from '../../actions/action-outcome.ts'
import {
  attempt,
  refusalOf,
  submitChange,
  type Refusal,
} from '../../actions/lost-answers/changes.ts'
import { closeCopied } from './copy-calls.ts'
import { EndLead } from './EndLead.tsx'
import { Followers } from './Followers.tsx'
import { firstLead, leadProblems, leadRequest, openInWallet } from './lead-form.ts'
import type { LeadField, LeadForm } from './lead-form.ts'
import { LeaderFigures } from './LeaderCards.tsx'
import { LeaderCurve } from './LeaderCurve.tsx'
import { LeaderOrder } from './LeaderOrder.tsx'
import { Transfer } from './MyCopies.tsx'
import { ReverseCopyDialog } from './ReverseCopyDialog.tsx'
import { WalletOrders } from './WalletOrders.tsx'
import { WalletPositions } from './WalletPositions.tsx'
import { WalletTpslDialog } from './WalletTpslDialog.tsx'

const percentText = (shareE4: number): string => formatTrimmed(BigInt(shareE4), 2)
const shareRules = {
  scale: 2,
  min: percentText(proShareBounds.least),
  max: percentText(proShareBounds.most),
}
const amountRules = { scale: 2, min: formatTrimmed(leastInvestment, 8) }

export function LeadPanel() {
  const uid = useSession(({ user }) => user?.uid)
  const [symbol, setSymbol] = useState('BTCUSDT')
  const { data, refetch, isPlaceholderData } = useQuery({
    queryKey: ['leaderApplyDetail', uid, symbol],
    queryFn: ({ signal }) => askShown('leaderApplyDetail', { symbol }, signal),
    refetchInterval: 2000,
    placeholderData: (before) => before,
  })
  if (data === undefined) return <Skeleton className="m-3 h-40" />
  const again = (): void => void refetch()
  if (data.leader?.isOpen !== true) return <Apply available={data.available} onDone={again} />
  // The placeholder's leverage is that of the previous symbol.
  const detail = isPlaceholderData ? { ...data, leverage: '' as const } : data
  return <Leading detail={detail} symbol={symbol} onSymbol={setSymbol} onDone={again} />
}

function Apply({ available, onDone }: { available: string; onDone: () => void }) {
  const t = useT()
  const format = useFormat()
  const [form, setForm] = useState(firstLead)
  const [isSending, during] = usePending()
  const [refusal, setRefusal] = useState<Refusal>()
  const wrong = leadProblems(form, available)
  const isWrong = Object.values(wrong).some((problem) => problem !== undefined)
  const change = (part: Partial<LeadForm>): void => {
    setRefusal(undefined)
    setForm({ ...form, ...part })
  }
  const errorOf = (field: LeadField): string | undefined => {
    // The name is empty until it is typed; the other fields begin with a value.
    if (field === 'name' && form.name === '') return undefined
    const problem = wrong[field]
    if (problem !== undefined) return t(problemMessage(problem))
    return refusal?.field === field ? t(refusal.reason) : undefined
  }
  const send = async (): Promise<void> => {
    if (isSending || isWrong) return
    const outcome = await during(attempt('applyLeader', leadRequest(form), message('copy.leads')))
    setRefusal(refusalOf(outcome))
    if (mayBeDone(outcome)) onDone()
  }
  return (
    <form
      className="flex max-w-md flex-col gap-3 p-3 text-xs"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p className="text-soft">{t('copy.leadHelp')}</p>
      <TextField
        label={t('copy.name')}
        value={form.name}
        onChange={(name) => change({ name })}
        maxLength={longestLeaderName}
        error={errorOf('name')}
      />
      <Segments
        label={t('copy.style')}
        value={form.style}
        onChange={(style) => change({ style })}
        items={copyStyles.map((value) => ({ value, label: t({ key: `copy.style_${value}` }) }))}
      />
      {form.style === 'Pro' && (
        <NumberInput
          label={t('copy.profitShare')}
          value={form.share}
          onChange={(share) => change({ share })}
          rules={shareRules}
          error={errorOf('share')}
          unit="%"
        />
      )}
      <NumberInput
        label={t('copy.amount')}
        value={form.amount}
        onChange={(amount) => change({ amount })}
        rules={amountRules}
        hint={t('copy.available', {
          amount: format.money(available, 'USDT', { rounding: 'down' }),
        })}
        error={errorOf('amount')}
        unit="USDT"
      />
      <Button type="submit" variant="primary" pending={isSending} disabled={isWrong}>
        {t('copy.apply')}
      </Button>
    </form>
  )
}

type Detail = CallAnswer<'leaderApplyDetail'>

type LeadingProps = {
  detail: Detail
  /** The ticket's symbol. */
  symbol: string
  onSymbol: (symbol: string) => void
  onDone: () => void
}

function Leading({ detail, symbol, onSymbol, onDone }: LeadingProps) {
  const t = useT()
  const order = useCatalogue((catalogue) => catalogue.order)
  const copied = order.flatMap(({ instrument }) => (mayCopy(instrument) ? [instrument] : []))
  const instrument = copied.find((each) => each.symbol === symbol)
  const [reversed, setReversed] = useState<WireCopyPosition>()
  const [stopped, setStopped] = useState<WireCopyPosition>()
  const stoppedIn = copied.find((each) => each.symbol === stopped?.symbol)
  const { leader } = detail
  if (leader === null) return null
  const done = async (isDone: Promise<boolean>): Promise<void> => {
    if (await isDone) onDone()
  }
  return (
    <div className="flex flex-col gap-3 p-3">
      <h2 className="flex items-center gap-2 text-sm font-semibold">
        {leader.name}
        <EndLead name={leader.name} open={openInWallet(detail)} onDone={onDone} />
      </h2>
      <LeaderCurve curve={leader.curve} />
      <LeaderFigures leader={leader} />
      <Transfer walletId={leader.leaderId} funds={detail} onDone={onDone} />
      {instrument !== undefined && (
        <LeaderOrder
          detail={detail}
          instrument={instrument}
          symbols={copied.map((each) => each.symbol)}
          onSymbol={onSymbol}
          onDone={onDone}
        />
      )}
      <h3 className="text-sm font-semibold">{t('orders.openTitle')}</h3>
      <WalletOrders
        orders={detail.orders}
        onCancel={({ symbol: of, orderId }) =>
          void done(submitChange('cancelCopyOrder', { symbol: of, orderId }))
        }
      />
      <h3 className="text-sm font-semibold">{t('positions.title')}</h3>
      <WalletPositions
        positions={detail.positions}
        onReverse={setReversed}
        onTpsl={setStopped}
        onClose={(position) => void done(closeCopied(position))}
      />
      <Followers detail={detail} onDone={onDone} />
      {stopped !== undefined && stoppedIn !== undefined && (
        <WalletTpslDialog
          position={stopped}
          instrument={stoppedIn}
          onClose={() => setStopped(undefined)}
          onDone={() => {
            setStopped(undefined)
            onDone()
          }}
        />
      )}
      {reversed !== undefined && (
        <ReverseCopyDialog
          position={reversed}
          onClose={() => setReversed(undefined)}
          onDone={() => {
            setReversed(undefined)
            onDone()
          }}
        />
      )}
    </div>
  )
}
