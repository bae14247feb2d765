// Mandatory confirmation of the reversal of a position of a leader's wallet (spec 2, 4): the
// wallet's own call closes it, then the same quantity is opened on the other side.

import { ArrowDown } from 'lucide-react'
import { formatPrice } from '@basis/domain/instrument/instrument'
import { priceTicks } from '@basis/domain/numbers/fixed'
import type { WireCopyPosition } from '@basis/protocol/copy/calls'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useListing } from '../../stores/catalogue.ts'
import { useTicker } from '../../stores/tickers.ts'
import { HelpLink } from '../../shell/HelpLink.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { usePending } from '../../platform/use-pending.ts'
import { attempt } from '../../actions/lost-answers/changes.ts'
import { placeCopyOrder } from './copy-calls.ts'
import { reversalOf } from './reversal.ts'

type Props = { position: WireCopyPosition; onClose: () => void; onDone: () => void }

/** Closes the position, then opens its opposite; returns whether both were done. */
async function reverse(position: WireCopyPosition): Promise<boolean> {
  const { close, open } = reversalOf(position)
  const closed = await attempt('closeAllCopy', close)
  return closed.kind === 'done' && (await placeCopyOrder(open))
}

export function ReverseCopyDialog({ position, onClose, onDone }: Props) {
  const t = useT()
  const format = useFormat()
  const [isSending, during] = usePending()
  const send = async (): Promise<void> => {
    if (isSending) return
    if (await during(reverse(position))) onDone()
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
      <span className="ml-auto">{format.trimmed(position.size)}</span>
    </p>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void send()}
      title={t('positions.reverseTitle')}
      footer={
        <DialogFooter onClose={onClose} variant={isLong ? 'sell' : 'buy'} pending={isSending}>
          {t('positions.reverse')}
        </DialogFooter>
      }
    >
      <div className="flex flex-col gap-3 text-xs">
        <p className="flex justify-between">
          <span className="text-muted">{t('positions.marketPrice')}</span>
          <MarketPrice symbol={position.symbol} />
        </p>
        {line(isLong)}
        <ArrowDown className="mx-auto size-4 text-muted" aria-hidden />
        {line(!isLong)}
        <p className="text-muted">
          {t('copy.reverseNote')} <HelpLink topic="reverse" />
        </p>
        <p className="text-muted">{t('copy.reverseCopied')}</p>
      </div>
    </Dialog>
  )
}

function MarketPrice({ symbol }: Pick<WireCopyPosition, 'symbol'>) {
  const format = useFormat()
  const listing = useListing(symbol)
  const last = useTicker(symbol)?.lastTicks
  if (listing === undefined || last === undefined) return <span>{NOTHING}</span>
  const price = formatPrice(listing.instrument, priceTicks(last))
  return <span>{format.decimal(price, { scale: 8, trimTo: 1 })}</span>
}
