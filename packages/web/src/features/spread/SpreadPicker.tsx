// The picker of combinations: a search, the four kinds, and the price and yield of each.

import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Search } from 'lucide-react'
import type { WireSpreadInstrument, WireSpreadTicker } from '@basis/protocol/spread/market'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { goTo } from '../../shell/location.ts'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { askShown } from '../../client/page-calls.ts'
import { movedChoice, percentOf, pickerKinds, searched, spreadText } from './spread-form.ts'
import type { PickerKind } from './spread-form.ts'

type Props = { symbol: string; list: readonly WireSpreadInstrument[] }

export function SpreadPicker({ symbol, list }: Props) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t('spread.choose')} ${symbol}`}
        onClick={() => setOpen(true)}
        className="flex items-center gap-1 rounded text-sm font-semibold hover:text-accent"
      >
        {symbol}
        <ChevronDown className="size-4" aria-hidden />
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('spread.chooseOne')} width="lg">
        <Picker list={list} shown={symbol} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

type PickerProps = { list: Props['list']; shown: string; onDone: () => void }

function Picker({ list, shown, onDone }: PickerProps) {
  const t = useT()
  const id = useId()
  const [query, setQuery] = useState('')
  const [kind, setKind] = useState<PickerKind>('all')
  const [active, setActive] = useState(0)
  const found = searched(list, { query, kind })
  const chosen = found[Math.min(active, found.length - 1)]
  const { data } = useQuery({
    queryKey: ['spreadTickers'],
    queryFn: ({ signal }) => askShown('spreadTickers', {}, signal),
    refetchInterval: 2000,
  })
  const tickers = new Map((data?.list ?? []).map((ticker) => [ticker.symbol, ticker]))
  const choose = (symbol: string | undefined): void => {
    if (symbol === undefined) return
    goTo({ kind: 'spread', symbol })
    onDone()
  }
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') choose(chosen?.symbol)
    const next = movedChoice(active, event.key, found.length)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
  }
  const rowId = (symbol: string): string => `${id}-${symbol}`
  return (
    <div className="flex h-[min(28rem,70vh)] flex-col gap-2">
      <div className="flex h-9 shrink-0 items-center rounded border border-transparent bg-field focus-within:border-accent">
        <Search className="ml-2 size-4 text-muted" aria-hidden />
        <input
          // The picker opens with the focus in its search.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={chosen === undefined ? undefined : rowId(chosen.symbol)}
          aria-label={t('spread.search')}
          placeholder={t('spread.search')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
          }}
          onKeyDown={key}
          spellCheck={false}
          autoComplete="off"
          className="h-full w-full bg-transparent px-2 text-sm outline-none"
        />
      </div>
      <div className="no-scrollbar shrink-0 overflow-x-auto">
        <Segments
          label={t('spread.kind')}
          value={kind}
          onChange={(next) => {
            setKind(next)
            setActive(0)
          }}
          items={pickerKinds.map((value) => ({
            value,
            label: value === 'all' ? t('spread.allKinds') : t({ key: `spread.kind_${value}` }),
          }))}
        />
      </div>
      <div
        id={id}
        role="listbox"
        aria-label={t('spread.chooseOne')}
        className="min-h-0 flex-1 overflow-y-auto"
      >
        {found.map((each) => (
          <Choice
            key={each.symbol}
            id={rowId(each.symbol)}
            instrument={each}
            ticker={tickers.get(each.symbol)}
            isActive={each === chosen}
            isShown={each.symbol === shown}
            onChoose={choose}
          />
        ))}
      </div>
      {found.length === 0 && <p className="text-xs text-soft">{t('spread.noneFound')}</p>}
    </div>
  )
}

type ChoiceProps = {
  id: string
  instrument: WireSpreadInstrument
  ticker: WireSpreadTicker | undefined
  isActive: boolean
  isShown: boolean
  onChoose: (symbol: string) => void
}

function Choice({ id, instrument, ticker, isActive, isShown, onChoose }: ChoiceProps) {
  const t = useT()
  const format = useFormat()
  const { symbol, contractType } = instrument
  return (
    <button
      id={id}
      type="button"
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      ref={isActive ? scrollNear : undefined}
      onClick={() => onChoose(symbol)}
      className={classNames(
        'flex w-full items-center justify-between gap-3 rounded px-2 py-1 text-start text-xs hover:bg-hover',
        isActive && 'bg-hover',
        isShown && 'text-accent',
      )}
    >
      <span className="min-w-0">
        <span className="block truncate font-medium">{symbol}</span>
        <span className="text-soft">{t({ key: `spread.kind_${contractType}` })}</span>
      </span>
      <span className="shrink-0 text-end tabular-nums">
        <span className="block">
          {spreadText(format, ticker?.bidPrice ?? '')} /{' '}
          {spreadText(format, ticker?.askPrice ?? '')}
        </span>
        <span className="text-soft">
          {ticker === undefined
            ? '--'
            : format.percent(percentOf(ticker.annualYield), { scale: 2, signed: true })}
        </span>
      </span>
    </button>
  )
}

const scrollNear = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' })
