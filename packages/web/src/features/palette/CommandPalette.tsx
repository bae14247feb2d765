// The command palette: a search through all actions, and orders typed as a line.

import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { CornerDownLeft, Search } from 'lucide-react'
import { priceTicks } from '@basis/domain/numbers/fixed'
import { useAnswer } from '../../actions/previews.ts'
import { orderFields } from '../../actions/order-requests.ts'
import { useT } from '../../i18n/i18n.ts'
import { closeDialog } from '../../shell/dialogs.ts'
import { endEarlyTyping } from '../../shell/early-typing.ts'
import { useIsModeAwaited } from '../../stores/trading-mode/mode-request.ts'
import { useBooksNow } from '../../stores/book.ts'
import { useCatalogue, useCurrentListing, type Listing } from '../../stores/catalogue.ts'
import { lastTicksOf, tickerStore, useTicker } from '../../stores/tickers.ts'
import { useWallet } from '../../stores/wallet.ts'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { CommandSummary } from './CommandSummary.tsx'
import { readLine } from './command-batch.ts'
import type { Command, CommandContext, Reading } from './command-line.ts'
import { instrumentFinder } from './instrument-finder.ts'
import { heldIn, runCommand } from './run-command.ts'
import { matchingActions, useActions, type PaletteAction } from './palette-actions.ts'

const close = (): void => closeDialog('palette')

export function CommandPalette() {
  const t = useT()
  const listing = useCurrentListing()
  const [text, setText] = useState('')
  return (
    <Dialog open width="lg" onClose={close} title={t('palette.title')}>
      {listing === undefined ? (
        <Palette text={text} setText={setText} reading={undefined} />
      ) : (
        <WithCommands text={text} setText={setText} listing={listing} />
      )}
    </Dialog>
  )
}

type Typing = { text: string; setText: (text: string) => void }

/** A line is a command only on the page of a listed contract. */
function WithCommands({ listing, ...typing }: Typing & { listing: Listing }) {
  return <Palette {...typing} reading={useReading(typing.text, listing)} />
}

function Palette({ text, setText, reading }: Typing & { reading: Reading }) {
  const t = useT()
  const listId = useId()
  const [active, setActive] = useState(0)
  // Not while rendering: parts that have yet to load have it rendered more than once.
  useEffect(() => {
    const early = endEarlyTyping()
    if (early !== '') setText(early)
  }, [setText])
  const actions = matchingActions(useActions(), text)
  const command = reading !== undefined && 'command' in reading ? reading.command : undefined
  const contract = command === undefined ? undefined : contractOf(command)
  // Without the trading mode an order in hedge mode could not name its position.
  const isAwaited = useIsModeAwaited(contract?.instrument.symbol)
  const request =
    contract === undefined || isAwaited
      ? undefined
      : orderFields(contract.intent, contract.instrument)
  const answer = useAnswer('previewOrder', request)
  // An order can be sent only once the exchange's preview has accepted it.
  const mayRun = command !== undefined && (contract === undefined || answer?.code === 0)
  const chosen = command === undefined ? actions[Math.min(active, actions.length - 1)] : undefined
  // A text that is not a complete command may still match entries of the list.
  const isList = reading === undefined || (command === undefined && actions.length > 0)
  const act = (): void => {
    if (command === undefined) choose(chosen)
    else if (mayRun) {
      close()
      void runCommand(command)
    }
  }
  const take = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) act()
    else if (step !== undefined && actions.length > 0) {
      setActive((Math.min(active, actions.length - 1) + step + actions.length) % actions.length)
    } else return
    event.preventDefault()
  }
  return (
    <div className="flex h-[min(26rem,70vh)] flex-col gap-2">
      <div className="flex h-9 shrink-0 items-center rounded border border-transparent bg-field focus-within:border-accent">
        <Search className="ml-2 size-4 text-muted" aria-hidden />
        <input
          // The palette opens with the focus in its input.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          role="combobox"
          aria-expanded={isList}
          aria-controls={listId}
          aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
          aria-label={t('palette.search')}
          placeholder={t('palette.search')}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={take}
          spellCheck={false}
          autoComplete="off"
          className="h-full w-full bg-transparent px-2 text-sm outline-none"
        />
      </div>
      {reading !== undefined && 'wrong' in reading && (
        <p role="status" className="px-1 text-xs text-muted">
          {t(reading.wrong)}
        </p>
      )}
      {command !== undefined && (
        <CommandSummary command={command} answer={answer} mayRun={mayRun} onRun={act} />
      )}
      {isList && <ActionList id={listId} actions={actions} chosen={chosen} onChoose={choose} />}
    </div>
  )
}

function choose(action: PaletteAction | undefined): void {
  if (action === undefined) return
  close()
  action.run()
}

/** Returns an order that has a preview; undefined for spot pairs, which have none. */
const contractOf = (command: Command) =>
  command.kind === 'order' && command.instrument.kind !== 'Spot' ? command : undefined

/** Parses the input again with every price change, since a size may depend on the price. */
function useReading(text: string, listing: Listing): Reading {
  const listings = useCatalogue((catalogue) => catalogue.order)
  const wallet = useWallet()
  const shownTicker = useTicker(listing.symbol)
  const { instrument: current } = listing
  const context: CommandContext = {
    current,
    find: instrumentFinder(listings, current),
    prices: ({ symbol }) => {
      const ticks = (value: number | undefined) =>
        value === undefined ? undefined : priceTicks(value)
      const ticker = symbol === current.symbol ? shownTicker : tickerStore.current(symbol)
      const last = ticks(lastTicksOf(symbol))
      return { bid: ticks(ticker?.bidTicks), ask: ticks(ticker?.askTicks), last }
    },
    equity: wallet?.equity,
    heldOn: ({ symbol }, side) => heldIn(symbol).find((position) => position.side === side),
    feeRates: wallet?.fees.rates,
  }
  const first = readLine(text, context)
  // The loss of a market order at its stop depends on its fill price in the book.
  const bookOf = useBooksNow(marketSymbols(first))
  return readLine(text, { ...context, book: ({ symbol }) => bookOf(symbol) })
}

/** The symbols of market orders with a stop. */
function marketSymbols(reading: Reading): readonly string[] {
  const command = reading !== undefined && 'command' in reading ? reading.command : undefined
  const orders =
    command?.kind === 'order' ? [command] : command?.kind === 'batch' ? command.orders : []
  const atMarket = orders.filter(
    ({ intent }) => intent.priceTicks === undefined && intent.tpsl?.stopLoss !== undefined,
  )
  return [...new Set(atMarket.map(({ instrument }) => instrument.symbol))]
}

function ActionList(props: {
  id: string
  actions: readonly PaletteAction[]
  chosen: PaletteAction | undefined
  onChoose: (action: PaletteAction) => void
}) {
  const t = useT()
  const { id, actions, chosen, onChoose } = props
  if (actions.length === 0) return <p className="px-1 text-xs text-muted">{t('palette.none')}</p>
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('palette.actions')}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto"
    >
      {actions.map((action) => (
        <button
          key={action.id}
          id={`${id}-${action.id}`}
          type="button"
          role="option"
          aria-selected={action === chosen}
          tabIndex={-1}
          ref={action === chosen ? scrollNear : undefined}
          className={classNames(
            'flex h-8 shrink-0 items-center gap-2 rounded px-2 text-start text-sm hover:bg-hover',
            action === chosen && 'bg-hover',
          )}
          onClick={() => onChoose(action)}
        >
          <span className="flex-1 truncate">{action.name}</span>
          {action.hint !== undefined && <kbd className="text-2xs text-muted">{action.hint}</kbd>}
          {action === chosen && <CornerDownLeft className="size-3.5 text-muted" aria-hidden />}
        </button>
      ))}
    </div>
  )
}

const scrollNear = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' })
