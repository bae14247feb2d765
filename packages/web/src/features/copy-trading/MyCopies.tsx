// The trader's copies: value, positions and log of each wallet, and buttons that change or end it.

import { useState } from 'react'
import type { WireFollow } from '@basis/protocol/copy/calls'
import { mayBeDone } from '../../actions/action-outcome.ts'
import { problemMessage } from '../../client/error-reactions.ts'
import { rateExact, returnExact } from '../../i18n/exact-percent.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { NamedFigures, toneOf, type NamedFigure } from '../../ui/table/NamedFigures.tsx'
import { attempt, refusalOf, submitChange } from '../../actions/lost-answers/changes.ts'
import { closeCopied } from './copy-calls.ts'
import { CopyLog } from './CopyLog.tsx'
import { transferProblems, type CopyFunds } from './copy-form.ts'
import { WalletPositions } from './WalletPositions.tsx'

type Props = {
  follows: readonly WireFollow[]
  /** The balance of the owner's account that may be added to a copy. */
  available: string
  onChange: (follow: WireFollow) => void
  onDone: () => void
}

export function MyCopies({ follows, ...rest }: Props) {
  const t = useT()
  if (follows.length === 0) return <EmptyState title={t('copy.noCopies')} />
  return (
    <ul className="flex flex-col gap-2 p-2">
      {follows.map((follow) => (
        <li key={follow.walletId} className="flex flex-col gap-2 rounded border border-line p-3">
          <OneCopy follow={follow} {...rest} />
        </li>
      ))}
    </ul>
  )
}

type OneProps = Omit<Props, 'follows'> & { follow: WireFollow }

function OneCopy({ follow, available, onChange, onDone }: OneProps) {
  const t = useT()
  const [isEnding, setEnding] = useState(false)
  const { walletId, leaderName: name, status, transferable } = follow
  const isOn = status === 'Following'
  const done = async (isDone: Promise<boolean>): Promise<void> => {
    if (await isDone) onDone()
  }
  return (
    <>
      <h2 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
        {name}
        <Badge tone={isOn ? 'accent' : 'neutral'}>{t({ key: `copy.status_${status}` })}</Badge>
        {follow.stopReason !== '' && (
          <span className="text-xs font-normal text-soft">
            {t({ key: `copy.stop_${follow.stopReason}` })}
          </span>
        )}
        {isOn && (
          <span className="ml-auto flex gap-2">
            <Button size="sm" onClick={() => onChange(follow)}>
              {t('copy.change')}
            </Button>
            <Button size="sm" onClick={() => setEnding(true)}>
              {t('copy.stop')}
            </Button>
          </span>
        )}
      </h2>
      <Figures follow={follow} />
      {isOn && <Transfer walletId={walletId} funds={{ available, transferable }} onDone={onDone} />}
      {status !== 'Stopped' && (
        <WalletPositions
          positions={follow.positions}
          onClose={(position) => void done(closeCopied(position, walletId))}
        />
      )}
      <CopyLog log={follow.log} isOpen={status === 'Stopped'} />
      <ConfirmDialog
        open={isEnding}
        title={t('copy.stopTitle', { name })}
        confirmLabel={t('copy.stop')}
        cancelLabel={t('shell.cancel')}
        onCancel={() => setEnding(false)}
        body={t('copy.stopBody')}
        onConfirm={() => {
          setEnding(false)
          void done(submitChange('stopFollow', { walletId }, message('copy.stopped', { name })))
        }}
      />
    </>
  )
}

function Figures({ follow }: { follow: WireFollow }) {
  const t = useT()
  const format = useFormat()
  const money = (text: string, isSigned = false): string =>
    `${format.money(text, 'USDT', { signed: isSigned })} USDT`
  const gain = format.percent(returnExact(follow.pnl, follow.invested))
  const share = format.percent(rateExact(follow.profitShare), { signed: false })
  const tone = toneOf(follow.pnl)
  // The funds have been returned, so only the result is shown.
  if (follow.status === 'Stopped') {
    return (
      <NamedFigures
        figures={[
          [t('copy.result'), money(follow.pnl, true), tone],
          [t('copy.paidShare'), money(follow.paidShare)],
          [t('copy.profitShare'), share],
          [t('copy.copies'), String(follow.log.length)],
          [t('copy.startedAt'), format.dateTime(follow.startedAtE3)],
          [t('copy.endedAt'), format.dateTime(follow.updatedAtE3)],
        ]}
      />
    )
  }
  const figures: readonly NamedFigure[] = [
    [t('copy.invested'), money(follow.invested)],
    [t('copy.equity'), money(follow.equity)],
    [t('copy.pnl'), `${money(follow.pnl, true)} (${gain})`, tone],
    [t('copy.setAside'), money(follow.setAside)],
    [t('copy.paidShare'), money(follow.paidShare)],
    [t('copy.profitShare'), share],
  ]
  return <NamedFigures figures={figures} />
}

type TransferProps = { walletId: string; funds: CopyFunds; onDone: () => void }

export function Transfer({ walletId, funds, onDone }: TransferProps) {
  const t = useT()
  const format = useFormat()
  const [amount, setAmount] = useState('')
  const [refused, setRefused] = useState<Message>()
  const isEmpty = Number(amount) === 0
  const { into, out } = transferProblems(amount, funds)
  // What one of the wallets can give may still be moved, so only an amount above both is marked.
  const wrong = into && out && [into, out].map((each) => t(problemMessage(each))).join(' · ')
  const hint = [
    t('copy.available', {
      amount: format.money(funds.available, 'USDT', { rounding: 'down' }),
    }),
    t('copy.transferable', {
      amount: format.money(funds.transferable, 'USDT', { rounding: 'down' }),
    }),
  ].join(' · ')
  const move = async (sign: '' | '-'): Promise<void> => {
    if (isEmpty || (sign === '' ? into : out) !== undefined) return
    const notice = message(sign === '' ? 'copy.movedIn' : 'copy.movedOut', {
      amount: format.money(amount, 'USDT'),
    })
    const request = { walletId, amount: `${sign}${amount}` }
    const outcome = await attempt('transferCopy', request, notice)
    setRefused(refusalOf(outcome)?.reason)
    if (!mayBeDone(outcome)) return
    setAmount('')
    onDone()
  }
  return (
    <div className="flex flex-wrap items-start gap-2">
      <NumberInput
        className="w-72"
        size="sm"
        label={t('copy.amount')}
        value={amount}
        onChange={(text) => {
          setRefused(undefined)
          setAmount(text)
        }}
        error={wrong ?? (refused && t(refused))}
        rules={{ scale: 2, min: '0' }}
        unit="USDT"
        hint={hint}
      />
      <Button size="sm" disabled={isEmpty || into !== undefined} onClick={() => void move('')}>
        {t('copy.moveIn')}
      </Button>
      <Button size="sm" disabled={isEmpty || out !== undefined} onClick={() => void move('-')}>
        {t('copy.moveOut')}
      </Button>
    </div>
  )
}
