// The TP/SL of a position: for the whole, or a list of entries for parts of it. View 1 is the form
// and the list, 2 adds an entry, 3 changes one; the back arrow returns (spec 2, 4).

import { useState } from 'react'
import { openingMode, type TpslMode } from '@basis/domain/orders/tpsl'
import type { ExistingEntry } from '@basis/domain/orders/tpsl-entries'
import { useListing } from '../../stores/catalogue.ts'
import { positionKey, usePositions } from '../../stores/positions.ts'
import { tickerStore } from '../../stores/tickers.ts'
import { useAccountFlags } from '../../stores/wallet.ts'
import { useT } from '../../i18n/i18n.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { isHeld } from '../../stores/positions.ts'
import type { EditorProps } from './editor.ts'
import { EntryForm } from './EntryForm.tsx'
import { PartialList } from './PartialList.tsx'
import { PositionFacts } from './PositionFacts.tsx'
import { ModeChoice } from './ModeChoice.tsx'
import { baseOf } from './tpsl-figures.ts'
import { isSameEntry, positionContext, type TpslSort } from './tpsl-form.ts'

type Props = { request: Extract<DialogRequest, { kind: 'tpsl' }>; onClose: () => void }

export function TpslDialog({ request, onClose }: Props) {
  const t = useT()
  const key = positionKey(request.symbol, request.positionIdx)
  const record = usePositions()?.find((each) => each.key === key)
  const listing = useListing(request.symbol)
  const position = record?.position
  if (record === undefined || listing === undefined || !position || !isHeld(position)) {
    return (
      <Dialog open onClose={onClose} title={`${t('tpsl.title')} · ${request.symbol}`}>
        <p className="py-2 text-sm text-soft">{t('positions.empty')}</p>
      </Dialog>
    )
  }
  return (
    <Editor record={record} position={position} instrument={listing.instrument} onClose={onClose} />
  )
}

const idsOf = ({ takeProfit, stopLoss }: ExistingEntry): string =>
  `${takeProfit?.orderId ?? ''} ${stopLoss?.orderId ?? ''}`

type View =
  | { readonly kind: 'main' | 'add' }
  | { readonly kind: 'edit'; readonly entry: ExistingEntry }
const main: View = { kind: 'main' }

function Editor(props: EditorProps) {
  const t = useT()
  const { record, position, instrument, onClose } = props
  const { full, partial } = record.tpsl
  const [mode, setMode] = useState<TpslMode>(() => openingMode(full !== undefined, partial.length))
  const [view, setView] = useState<View>(main)
  // The sorting is kept when views 2 and 3 return to the list.
  const [sort, setSort] = useState<TpslSort>('time')
  // The reference price of a position is the last price when the dialog was opened (spec 5), or
  // when it was refreshed.
  const lastNow = (): number | undefined => tickerStore.current(position.symbol)?.lastTicks
  const [referenceTicks, setReferenceTicks] = useState(lastNow)
  // An entry that is changed by another page is shown, and checked, in its current state.
  const chosen = view.kind === 'edit' ? view.entry : undefined
  const edited = partial.find((entry) => isSameEntry(entry, chosen)) ?? chosen
  const flags = useAccountFlags()
  const at = { instrument, edited, referenceTicks, flags }
  const context = positionContext(record, position, at)
  const base = baseOf(instrument, {
    side: position.side,
    entry: position.entryPriceE8,
    lots: position.sizeLots,
    leverage: position.leverageE2,
  })
  const title =
    view.kind === 'main'
      ? 'tpsl.title'
      : view.kind === 'add'
        ? 'tpsl.addPartial'
        : 'tpsl.editPartial'
  const back = (): void => setView(main)
  return (
    <Dialog
      open
      // Closing from view 2 or 3 returns to view 1 (spec 4).
      onClose={view.kind === 'main' ? onClose : back}
      width="md"
      title={`${t(title)} · ${position.symbol}`}
      {...(view.kind === 'main' ? {} : { onBack: back, backLabel: t('tpsl.back') })}
    >
      <div className="flex flex-col gap-4">
        <PositionFacts
          {...props}
          reference={{ ticks: referenceTicks, onRefresh: () => setReferenceTicks(lastNow()) }}
        />
        {view.kind === 'main' && <ModeChoice mode={mode} onChange={setMode} />}
        {view.kind === 'main' && mode === 'Partial' ? (
          <PartialList
            {...props}
            entries={partial}
            sort={sort}
            onSort={setSort}
            onAdd={() => setView({ kind: 'add' })}
            onModify={(entry_) => setView({ kind: 'edit', entry: entry_ })}
          />
        ) : (
          <EntryForm
            key={view.kind === 'edit' ? idsOf(view.entry) : view.kind}
            {...props}
            mode={view.kind === 'main' ? 'Full' : 'Partial'}
            before={view.kind === 'main' ? full : edited}
            context={context}
            base={base}
            onDone={view.kind === 'main' ? onClose : back}
          />
        )}
      </div>
    </Dialog>
  )
}
