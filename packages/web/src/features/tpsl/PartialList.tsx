// The TP/SL entries for parts of a position: sorted by time or price, added, changed and cancelled.

import { useState } from 'react'
import { qtyCoin } from '@basis/domain/instrument/instrument'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import type { ExistingEntry } from '@basis/domain/orders/tpsl-entries'
import { cancelAllEntries, cancelEntry } from '../../actions/tpsl.ts'
import { useT } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { askForConfirmation } from '../../shell/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import type { EditorProps } from './editor.ts'
import { sortedEntries, tpslSorts, type TpslSort } from './tpsl-form.ts'

/** Cancel All with nothing to cancel only shakes the button (spec 5, 9). */
const shakeMs = 1_000

type Props = EditorProps & {
  readonly entries: readonly ExistingEntry[]
  readonly sort: TpslSort
  readonly onSort: (sort: TpslSort) => void
  readonly onAdd: () => void
  readonly onModify: (entry: ExistingEntry) => void
}

export function PartialList(props: Props) {
  const t = useT()
  const { position, entries, sort, onSort, onAdd, onModify } = props
  const [isShaking, setIsShaking] = useState(false)
  const words = {
    time: t('tpsl.sortTime'),
    takeProfit: t('tpsl.sortTakeProfit'),
    stopLoss: t('tpsl.sortStopLoss'),
  }
  const cancelAll = async (): Promise<void> => {
    if (entries.length === 0) {
      setIsShaking(true)
      setTimeout(() => setIsShaking(false), shakeMs)
      return
    }
    const isMeant = await askForConfirmation({
      title: message('tpsl.cancelAllTitle'),
      body: message('tpsl.cancelAllBody'),
      confirm: message('tpsl.cancelAll'),
      dangerous: true,
    })
    if (isMeant) await cancelAllEntries(position.symbol, position.positionIdx)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between text-xs text-muted">
        <span className="flex items-center gap-1.5">
          {t('tpsl.sort')}
          <Select
            label={t('tpsl.sort')}
            variant="plain"
            size="sm"
            value={sort}
            onChange={onSort}
            items={tpslSorts.map((value) => ({ value, label: words[value] }))}
          />
        </span>
        <Button size="sm" className={isShaking ? 'shake' : ''} onClick={() => void cancelAll()}>
          {t('tpsl.cancelAll')}
        </Button>
      </div>
      {entries.length === 0 ? (
        <EmptyState title={t('tpsl.empty')} />
      ) : (
        <ul className="flex max-h-70 flex-col gap-2 overflow-y-auto">
          {sortedEntries(entries, sort).map((entry) => (
            <Entry
              key={entry.takeProfit?.orderId ?? entry.stopLoss?.orderId}
              {...props}
              entry={entry}
              onModify={() => onModify(entry)}
            />
          ))}
        </ul>
      )}
      <Button variant="primary" wide onClick={onAdd}>
        {t('tpsl.add')}
      </Button>
    </div>
  )
}

function Entry(
  props: EditorProps & { readonly entry: ExistingEntry; readonly onModify: () => void },
) {
  const t = useT()
  const { entry, instrument, position, onModify } = props
  const { price, qty: lots } = useInstrumentFormat(instrument)
  const qty = `${lots(entry.qtyLots)} ${qtyCoin(instrument)}`
  const orderId = entry.takeProfit?.orderId ?? entry.stopLoss?.orderId
  const sides = [
    [t('tpsl.takeProfit'), entry.takeProfit, 'text-up'],
    [t('tpsl.stopLoss'), entry.stopLoss, 'text-down'],
  ] as const
  return (
    <li className="flex flex-col gap-2 rounded border border-line bg-panel p-2.5 text-xs">
      <div className="flex items-center justify-between gap-2">
        <span className="font-medium">{t('tpsl.entryOf', { qty })}</span>
        <span className="flex gap-1">
          <Button size="sm" onClick={onModify}>
            {t('tpsl.modify')}
          </Button>
          <Button
            size="sm"
            disabled={orderId === undefined}
            onClick={() => {
              if (orderId !== undefined) void cancelEntry(position.symbol, String(orderId))
            }}
          >
            {t('tpsl.cancel')}
          </Button>
        </span>
      </div>
      <dl className="grid grid-cols-2 gap-x-6">
        {sides.map(([label, leg, ink]) => (
          <div key={label} className="flex justify-between gap-2">
            <dt className="text-muted">{label}</dt>
            <dd className={leg === undefined ? 'text-muted' : ink}>
              {price(leg?.triggerTicks)}
              {leg?.limitTicks !== undefined && ` → ${price(leg.limitTicks)}`}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
