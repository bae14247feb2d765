// Becoming a leader, and leading: orders of the leader's wallet, its positions, money and end.

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { mayCopy } from '@basis/domain/copy/settings'
import type { CallAnswer } from '@basis/protocol/calls'
import type { WireCopyPosition } from '@basis/protocol/copy/calls'
import { message } from '../../i18n/message-keys.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { askShown } from '../../client/page-calls.ts'
import { useCatalogue } from '../../stores/catalogue.ts'
import { act, attempt, type Refusal } from './copy-calls.ts'
import { Followers } from './Followers.tsx'
import { LeaderFigures } from './LeaderCards.tsx'
import { LeaderCurve } from './LeaderCurve.tsx'
import { Transfer } from './MyCopies.tsx'
import { ReverseCopyDialog } from './ReverseCopyDialog.tsx'
import { WalletPositions } from './WalletPositions.tsx'

export function LeadPanel() {
  const { data, refetch } = useQuery({
    queryKey: ['leaderApplyDetail'],
    queryFn: ({ signal }) => askShown('leaderApplyDetail', {}, signal),
    refetchInterval: 2000,
  })
  if (data === undefined) return <Skeleton className="m-3 h-40" />
  const again = (): void => void refetch()
  if (data.leader?.isOpen !== true) return <Apply onDone={again} />
  return <Leading detail={data} onDone={again} />
}

function Apply({ onDone }: { onDone: () => void }) {
  const t = useT()
  const [name, setName] = useState('')
  const [amount, setAmount] = useState('1000')
  const [style, setStyle] = useState<'Classic' | 'Pro'>('Classic')
  const [share, setShare] = useState('10')
  const [refusal, setRefusal] = useState<Refusal>()
  const errorOf = (field: string): string | undefined =>
    refusal?.field === field ? t(refusal.reason) : undefined
  const send = async (): Promise<void> => {
    const fund = style === 'Pro' ? { profitShare: String(Number(share) / 100) } : {}
    const asked = { name, style, amount, ...fund }
    const { isDone, refusal: refused } = await attempt('applyLeader', asked, message('copy.leads'))
    setRefusal(refused)
    if (isDone) onDone()
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
        value={name}
        onChange={setName}
        maxLength={24}
        error={errorOf('name')}
      />
      <Segments
        label={t('copy.style')}
        value={style}
        onChange={setStyle}
        items={(['Classic', 'Pro'] as const).map((value) => ({
          value,
          label: t({ key: `copy.style_${value}` }),
        }))}
      />
      {style === 'Pro' && (
        <NumberInput
          label={t('copy.profitShare')}
          value={share}
          onChange={setShare}
          rules={{ scale: 0, min: '1', max: '30' }}
          error={errorOf('share')}
          unit="%"
        />
      )}
      <NumberInput
        label={t('copy.amount')}
        value={amount}
        onChange={setAmount}
        rules={{ scale: 2, min: '10' }}
        error={errorOf('amount')}
        unit="USDT"
      />
      <Button type="submit" variant="primary" disabled={name.length < 2}>
        {t('copy.apply')}
      </Button>
    </form>
  )
}

type Detail = CallAnswer<'leaderApplyDetail'>

function Leading({ detail, onDone }: { detail: Detail; onDone: () => void }) {
  const t = useT()
  const [reversed, setReversed] = useState<WireCopyPosition>()
  const { leader } = detail
  if (leader === null) return null
  const done = async (isDone: Promise<boolean>): Promise<void> => {
    if (await isDone) onDone()
  }
  return (
    <div className="flex flex-col gap-3 p-3">
      <h2 className="flex items-center gap-2 text-sm font-semibold">
        {leader.name}
        <Button
          className="ml-auto"
          size="sm"
          onClick={() => void done(act('endLeader', {}, message('copy.leadEnded')))}
        >
          {t('copy.endLead')}
        </Button>
      </h2>
      <LeaderCurve curve={leader.curve} />
      <LeaderFigures leader={leader} />
      <Transfer walletId={leader.leaderId} transferable={detail.transferable} onDone={onDone} />
      <LeaderOrder onDone={onDone} />
      <WalletPositions
        positions={detail.positions}
        onReverse={setReversed}
        onClose={({ symbol, positionIdx }) =>
          void done(act('closeAllCopy', { symbol, positionIdx: positionIdx === 2 ? 2 : 1 }))
        }
      />
      <Followers detail={detail} onDone={onDone} />
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

function LeaderOrder({ onDone }: { onDone: () => void }) {
  const t = useT()
  const order = useCatalogue((catalogue) => catalogue.order)
  const names = order.flatMap(({ instrument }) => (mayCopy(instrument) ? [instrument.symbol] : []))
  const [symbol, setSymbol] = useState('BTCUSDT')
  const [qty, setQty] = useState('')
  const send = async (side: 'Buy' | 'Sell'): Promise<void> => {
    const order = { symbol, side, qty, orderType: 'Market' } as const
    const positionIdx = side === 'Buy' ? 1 : 2
    const timeInForce = 'ImmediateOrCancel'
    if (await act('createCopyOrder', { ...order, positionIdx, timeInForce })) onDone()
  }
  const isEmpty = Number(qty) === 0
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label={t('positions.contract')}
        value={symbol}
        onChange={setSymbol}
        items={names.map((name) => ({ value: String(name), label: name }))}
      />
      <NumberInput
        className="w-56"
        size="sm"
        label={t('ticket.quantity')}
        value={qty}
        onChange={setQty}
        rules={{ scale: 8, min: '0' }}
        unit={symbol.slice(0, -4)}
      />
      <Button size="sm" variant="buy" disabled={isEmpty} onClick={() => void send('Buy')}>
        {t('ticket.openLong')}
      </Button>
      <Button size="sm" variant="sell" disabled={isEmpty} onClick={() => void send('Sell')}>
        {t('ticket.openShort')}
      </Button>
    </div>
  )
}
