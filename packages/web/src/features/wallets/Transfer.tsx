// The form that moves coins between the owner's wallets.

import { useState } from 'react'
import type { CallFailure } from '@basis/protocol/envelope'
import type { TransferRequest, WireWallets } from '@basis/protocol/wallets/calls'
import { transferFunds } from '../../actions/lost-answers/transfers.ts'
import { failureMessage, problemMessage } from '../../client/error-reactions.ts'
import { message } from '../../i18n/message-keys.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { notify } from '../../shell/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { usePending } from '../../platform/use-pending.ts'
import {
  amountProblem,
  coinsIn,
  endOf,
  endsOf,
  endValue,
  firstTransfer,
  offeredTransfer,
  transferOf,
} from './transfer-form.ts'

type Props = { list: readonly WireWallets[]; uid: string; onDone: () => void }

const notifyTransferred = ({ amount, coin }: TransferRequest): void =>
  notify({
    kind: 'transfer',
    tone: 'success',
    title: message('wallets.done', { amount: { decimal: amount, ofCoin: coin }, coin }),
  })

export function Transfer({ list, uid, onDone }: Props) {
  const t = useT()
  const format = useFormat()
  const [typed, setForm] = useState(() => firstTransfer(uid))
  const [isSending, during] = usePending()
  const [failure, setFailure] = useState<CallFailure>()
  const coins = coinsIn(list, typed.from)
  const form = offeredTransfer(typed, coins)
  const { coin } = form
  const free = coins.find((each) => each.coin === coin)?.free ?? '0'
  const asked = transferOf(form)
  const short = amountProblem(form, free)
  const refusal = failure && t(failureMessage(failure))
  const nameOf = (value: string): string => {
    const end = endOf(value)
    const name = end.wallet === 'Unified' ? t('wallets.unified') : t('wallets.funding')
    return end.uid === uid ? name : `${name} · ${end.uid}`
  }
  const ends = endsOf(list).map(endValue)
  const change = (part: Partial<typeof form>): void => {
    setFailure(undefined)
    setForm({ ...form, ...part })
  }
  const send = async (): Promise<void> => {
    if (asked === undefined || short !== undefined || isSending) return
    const outcome = await during(transferFunds(asked))
    if (!outcome.ok) {
      // Without an answer the amount stays: sent again, it is the same transfer.
      if (outcome.isUnknown) onDone()
      else setFailure(outcome.error)
      return
    }
    notifyTransferred(asked)
    // What was changed since the press stays.
    setForm((now) => (now.amount === form.amount ? { ...now, amount: '' } : now))
    onDone()
  }
  const choice = (field: 'from' | 'to') => (
    <div className="flex flex-col gap-1">
      <span className="text-soft">{t({ key: `wallets.${field}` })}</span>
      <Select
        label={t({ key: `wallets.${field}` })}
        value={form[field]}
        onChange={(value) => change(field === 'from' ? { from: value } : { to: value })}
        items={ends.map((value) => ({ value, label: nameOf(value) }))}
      />
    </div>
  )
  return (
    <form
      aria-label={t('wallets.transfer')}
      className="flex flex-col gap-3 rounded bg-panel p-4 text-xs"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h2 className="text-sm font-semibold">{t('wallets.transfer')}</h2>
      {choice('from')}
      <Button size="sm" onClick={() => change({ from: form.to, to: form.from })}>
        {t('wallets.swap')}
      </Button>
      {choice('to')}
      <div className="flex flex-col gap-1">
        <span className="text-soft">{t('wallets.coin')}</span>
        <Select
          label={t('wallets.coin')}
          value={coin}
          onChange={(wanted) => change({ coin: wanted })}
          items={(coins.length === 0 ? [{ coin }] : coins).map((each) => ({
            value: each.coin,
            label: each.coin,
          }))}
        />
      </div>
      <NumberInput
        label={t('wallets.amount')}
        value={form.amount}
        onChange={(amount) => change({ amount })}
        rules={{ scale: 8, min: '0' }}
        unit={coin}
        actions={
          <Button size="sm" variant="ghost" onClick={() => change({ amount: free })}>
            {t('wallets.most')}
          </Button>
        }
        hint={t('wallets.mayLeave', {
          amount: format.money(free, coin, { rounding: 'down' }),
          coin,
        })}
        error={short === undefined ? refusal : t(problemMessage(short))}
      />
      {form.from === form.to && (
        <p role="alert" className="text-down">
          {t('errors.transferSame')}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        pending={isSending}
        disabled={asked === undefined || short !== undefined}
      >
        {t('wallets.transfer')}
      </Button>
    </form>
  )
}
