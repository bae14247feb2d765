// The dialog that starts copying a leader or changes a copy: the mode with its quantity, limits,
// stops, and the maximum loss.

import { useState } from 'react'
import { copyModes } from '@basis/domain/copy/settings'
import type { WireFollow, WireLeader } from '@basis/protocol/copy/calls'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { problemMessage } from '../../client/error-reactions.ts'
import { rateExact } from '../../i18n/exact-percent.ts'
import { message } from '../../i18n/message-keys.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { usePending } from '../../platform/use-pending.ts'
import { mayBeDone } from '../../actions/action-outcome.ts'
import { attempt, refusalOf, type Refusal } from '../../actions/lost-answers/changes.ts'
import { requestOf, firstForm, formOf, formProblem, worstOf } from './copy-form.ts'
import type { CopyField, CopyForm } from './copy-form.ts'

type Props = {
  leader: Pick<WireLeader, 'leaderId' | 'name' | 'profitShare' | 'style'>
  /** The copy to change; a new copy if absent. */
  follow?: WireFollow | undefined
  available: string
  onClose: () => void
  onDone: () => void
}

export function FollowDialog({ leader, follow, available, onClose, onDone }: Props) {
  const t = useT()
  const format = useFormat()
  const [form, setForm] = useState<CopyForm>(
    follow === undefined ? firstForm : formOf(follow.settings, follow.invested),
  )
  const [isSending, during] = usePending()
  const [refusal, setRefusal] = useState<Refusal>()
  const wrong = formProblem(form, follow === undefined ? available : undefined)
  const set = (field: CopyField) => (text: string) => {
    setRefusal(undefined)
    setForm({ ...form, [field]: text })
  }
  const send = async (): Promise<void> => {
    if (isSending || wrong !== undefined) return
    const settings = requestOf(form)
    const { name } = leader
    const outcome = await during(
      follow === undefined
        ? attempt(
            'followLeader',
            { leaderId: leader.leaderId, amount: form.amount, settings },
            message('copy.followedNow', { name }),
          )
        : attempt(
            'modifyFollow',
            { walletId: follow.walletId, settings },
            message('copy.changed', { name }),
          ),
    )
    setRefusal(refusalOf(outcome))
    if (mayBeDone(outcome)) onDone()
  }
  const errorOf = (name: CopyField): string | undefined => {
    if (wrong?.field === name) return t(problemMessage(wrong))
    return refusal?.field === name ? t(refusal.reason) : undefined
  }
  const field = (name: CopyField, unit: string, hint?: string) => (
    <NumberInput
      label={t({ key: `copy.${name}` })}
      value={form[name]}
      onChange={set(name)}
      rules={{ scale: unit === '×' ? 4 : 2, min: '0' }}
      unit={unit}
      hint={hint}
      error={errorOf(name)}
    />
  )
  const free = format.money(available, 'USDT', { rounding: 'down' })
  const worst = format.money(worstOf(form), 'USDT')
  const share = format.percent(rateExact(leader.profitShare), { signed: false })
  return (
    <Dialog
      open
      width="md"
      onClose={onClose}
      onSubmit={() => void send()}
      title={t('copy.copyOf', { name: leader.name })}
      footer={<DialogFooter onClose={onClose} pending={isSending} disabled={wrong !== undefined} />}
    >
      <div className="flex flex-col gap-3 text-xs">
        {follow === undefined && field('amount', 'USDT', t('copy.available', { amount: free }))}
        <Segments
          label={t('copy.mode')}
          value={form.mode}
          onChange={(mode) => setForm({ ...form, mode })}
          items={copyModes.map((mode) => ({ value: mode, label: t({ key: `copy.mode_${mode}` }) }))}
          wide
        />
        <p className="text-soft">{t({ key: `copy.help_${form.mode}` })}</p>
        {form.mode === 'FixedMargin' && field('margin', 'USDT')}
        {form.mode === 'FixedRatio' && field('ratio', '×')}
        <div className="grid gap-3 sm:grid-cols-2">
          {field('leverage', '×', t('copy.asLeader'))}
          {field('slippage', '%')}
          {field('takeProfit', '%', t('copy.asLeader'))}
          {field('stopLoss', '%', t('copy.asLeader'))}
          {field('symbolMargin', 'USDT', t('copy.noLimit'))}
          {field('dayMargin', 'USDT', t('copy.noLimit'))}
          {field('totalStopLoss', 'USDT', t('copy.noLimit'))}
        </div>
        <p className="rounded bg-down-depth px-2 py-1.5">{t('copy.worst', { amount: worst })}</p>
        <p className="text-soft">
          {t({ key: `copy.shareHelp_${leader.style}`, params: { share } })}
        </p>
      </div>
    </Dialog>
  )
}
