// Before a position of a leader's wallet is turned round: always asked, with no way to be asked no
// more (spec 2, 4). Two orders: a reduce-only close, then as much on the other side.

import { useState } from 'react'
import { ArrowDown } from 'lucide-react'
import type { WireCopyPosition } from '@basis/protocol/copy/calls'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { HelpLink } from '../../shell/HelpLink.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { act } from './copy-calls.ts'
import { reversalOf } from './reversal.ts'

type Props = { position: WireCopyPosition; onClose: () => void; onDone: () => void }

export function ReverseCopyDialog({ position, onClose, onDone }: Props) {
  const t = useT()
  const format = useFormat()
  const [isSending, setSending] = useState(false)
  const send = async (): Promise<void> => {
    if (isSending) return
    setSending(true)
    const [close, open] = reversalOf(position)
    const isDone = (await act('createCopyOrder', close)) && (await act('createCopyOrder', open))
    setSending(false)
    if (isDone) onDone()
  }
  const isLong = position.side === 'Buy'
  const line = (isLongSide: boolean) => (
    <p className="flex items-center gap-2">
      <Badge tone={isLongSide ? 'up' : 'down'}>
        {t(isLongSide ? 'positions.long' : 'positions.short')}
      </Badge>
      {position.symbol}
      <span className="text-muted">
        {t('positions.crossLeverage', { leverage: `${position.leverage}x` })}
      </span>
      <span className="ml-auto">{format.decimal(position.size, { scale: 8, trimTo: 0 })}</span>
    </p>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      title={t('positions.reverseTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button type="submit" variant={isLong ? 'sell' : 'buy'} pending={isSending}>
            {t('positions.reverse')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-xs">
        <p className="flex justify-between">
          <span className="text-muted">{t('positions.mark')}</span>
          <span>{format.decimal(position.markPrice, { scale: 8, trimTo: 1 })}</span>
        </p>
        {line(isLong)}
        <ArrowDown className="mx-auto size-4 text-muted" aria-hidden />
        {line(!isLong)}
        <p className="text-muted">
          {t('positions.reverseNote')} <HelpLink topic="reverse" />
        </p>
        <p className="text-muted">{t('copy.reverseCopied')}</p>
      </div>
    </Dialog>
  )
}
