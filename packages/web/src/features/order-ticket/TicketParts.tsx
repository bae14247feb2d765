// The smaller parts of the ticket: margin mode and leverage, available balance, the order's
// conditions.

import { ChevronDown } from 'lucide-react'
import type { Side, TimeInForce } from '@basis/domain/orders/order'
import { leverageE2 } from '@basis/domain/numbers/fixed'
import { mayHedge } from '@basis/domain/margin/hedge'
import { leverageBounds, leverageMarksE2 } from '@basis/domain/margin/leverage-rules'
import { setLeverage } from '../../actions/trading.ts'
import { useSession } from '../../client/session.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { useSettings } from '../../stores/settings.ts'
import { useIsPortfolio } from '../../stores/wallet.ts'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { classNames } from '../../ui/class-names.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Select } from '../../ui/Select.tsx'
import { Checkbox } from '../../ui/Switch.tsx'
import type { TicketChange, TicketContext, TicketDraft } from './ticket.ts'
import { emptyForm } from '../tpsl/form-fields.ts'
import { withTpsl } from './ticket-terms.ts'

/** A spot pair has neither margin mode nor leverage, so it has no such row. */
export function ModeRow({ context }: { context: TicketContext }) {
  const t = useT()
  const format = useFormat()
  const isPortfolio = useIsPortfolio()
  const { instrument } = context
  if (instrument.kind === 'Spot') return null
  const { symbol, contractType } = instrument
  const long = format.leverage(context.leverage)
  const short = format.leverage(context.sides?.Sell.leverage ?? context.leverage)
  // Nothing is shown until the exchange has sent the contract's trading mode.
  const settled = (word: string): string => (context.isUnsettled === true ? NOTHING : word)
  const leverage = settled(long === short ? long : t('ticket.leverageSplit', { long, short }))
  const own = t(context.isIsolated ? 'margin.isolated' : 'margin.cross')
  const margin = isPortfolio ? t('margin.portfolio') : settled(own)
  const mode = settled(t(context.sides === undefined ? 'margin.oneWay' : 'margin.hedge'))
  return (
    <div className="flex flex-none gap-2 px-3 pt-2.5 *:h-7 *:flex-auto">
      <ModeButton
        label={t('margin.modeOf', { mode: margin })}
        onClick={() => openDialog({ kind: 'marginMode', symbol })}
      >
        {margin}
      </ModeButton>
      {!isPortfolio && (
        <div className="flex gap-px">
          <ModeButton
            label={t('ticket.leverageOf', { leverage })}
            className="flex-1 rounded-r-none"
            onClick={() => openDialog({ kind: 'leverage', symbol })}
          >
            {leverage}
          </ModeButton>
          <QuickLeverage context={context} />
        </div>
      )}
      {!isPortfolio && contractType !== undefined && mayHedge(contractType) && (
        <ModeButton
          label={t('margin.positionModeOf', { mode })}
          onClick={() => openDialog({ kind: 'positionMode', symbol })}
        >
          {mode}
        </ModeButton>
      )}
    </div>
  )
}

const modeStyle =
  'flex min-w-0 touch-target items-center justify-center gap-1 rounded bg-field text-xs font-medium hover:bg-line-strong'

function ModeButton(props: {
  label: string
  onClick: () => void
  className?: string
  children: string
}) {
  const hasArrow = props.className === undefined
  return (
    <button
      type="button"
      aria-label={props.label}
      onClick={props.onClick}
      className={classNames(modeStyle, props.className)}
    >
      <span className="truncate">{props.children}</span>
      {hasArrow && <ChevronDown className="size-3.5 shrink-0 text-muted" aria-hidden />}
    </button>
  )
}

/** Quick leverage values, each set by one click, and Customise, which opens the dialog (spec 2). */
function QuickLeverage({ context }: { context: TicketContext }) {
  const t = useT()
  const format = useFormat()
  const { instrument, leverage, sides } = context
  const { symbol } = instrument
  const isTrader = useSession((session) => session.status === 'trader')
  const openAll = (): void => openDialog({ kind: 'leverage', symbol })
  const isOne = sides === undefined || sides.Sell.leverage === leverage
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t('leverage.quickMenu')}
          className={classNames(modeStyle, 'w-6 rounded-l-none')}
        >
          <ChevronDown className="size-3.5 shrink-0 text-muted" aria-hidden />
        </button>
      }
      entries={[
        {
          kind: 'choose',
          id: 'mark',
          label: t('leverage.label'),
          value: isOne && context.isUnsettled !== true ? String(leverage) : '',
          options: quickMarks(instrument).map((mark) => ({
            value: String(mark),
            label: format.leverage(mark),
          })),
          closes: true,
          onChange: (mark) => {
            if (isTrader) void setLeverage(symbol, leverageE2(Number(mark)))
            else openAll()
          },
        },
        { kind: 'line', id: 'line' },
        { kind: 'act', id: 'customise', label: t('leverage.customise'), onSelect: openAll },
      ]}
    />
  )
}

/** Returns the marks of the leverage slider for the menu (spec 5: each 10). */
const quickMarks = ({ minLeverageE2, riskTiers }: TicketContext['instrument']) =>
  leverageMarksE2(leverageBounds(minLeverageE2, riskTiers))

/** A spot sale pays in the base coin; every other order in the settle coin. */
export function AvailableLine(props: { context: TicketContext; side: Side | undefined }) {
  const t = useT()
  const { instrument, funds } = props.context
  const words = useInstrumentFormat(instrument)
  const isSpot = instrument.kind === 'Spot'
  const quote = `${words.settle(funds?.available, { rounding: 'down' })} ${instrument.settleCoin}`
  const base = `${words.base(funds?.base)} ${instrument.baseCoin}`
  const shown = !isSpot || props.side === 'Buy' ? quote : props.side === 'Sell' ? base : undefined
  return (
    <p className="flex justify-between text-xs">
      <span className="text-muted">{t('ticket.available')}</span>
      <span>{shown ?? `${quote} · ${base}`}</span>
    </p>
  )
}

const forces: readonly Exclude<TimeInForce, 'PostOnly'>[] = [
  'GoodTillCancel',
  'ImmediateOrCancel',
  'FillOrKill',
]

export function Conditions(props: {
  draft: TicketDraft
  /** Spot has no positions to reduce; in hedge mode open or close is selected above. */
  hasReduceOnly: boolean
  hasTpsl: boolean
  /** The quantity is determined by the stop, which is therefore required. */
  needsTpsl: boolean
  onChange: (change: TicketChange) => void
}) {
  const t = useT()
  const { draft, onChange } = props
  const bases = useSettings((settings) => settings.tpslBases)
  const isLimit = draft.orderType === 'Limit'
  const isPostOnly = draft.timeInForce === 'PostOnly'
  const words = {
    GoodTillCancel: { label: t('ticket.goodTillCancel'), hint: t('ticket.goodTillCancelHint') },
    ImmediateOrCancel: {
      label: t('ticket.immediateOrCancel'),
      hint: t('ticket.immediateOrCancelHint'),
    },
    FillOrKill: { label: t('ticket.fillOrKill'), hint: t('ticket.fillOrKillHint') },
  }
  // A market order that closes has no conditions, so the row is left out.
  if (!props.hasReduceOnly && !props.hasTpsl && !isLimit) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      {props.hasTpsl && (
        <Checkbox
          label={t('ticket.tpsl')}
          checked={props.needsTpsl || draft.terms.tpsl !== undefined}
          disabled={props.needsTpsl}
          onChange={(isOpen) =>
            onChange({
              kind: 'terms',
              terms: withTpsl(draft.terms, isOpen ? emptyForm('Full', bases) : undefined),
            })
          }
        />
      )}
      {props.hasReduceOnly && (
        <Checkbox
          label={t('ticket.reduceOnly')}
          checked={draft.reduceOnly}
          onChange={(reduceOnly) => onChange({ kind: 'reduceOnly', reduceOnly })}
        />
      )}
      {isLimit && (
        <>
          <Checkbox
            label={t('ticket.postOnly')}
            checked={isPostOnly}
            onChange={(checked) =>
              onChange({
                kind: 'timeInForce',
                timeInForce: checked ? 'PostOnly' : 'GoodTillCancel',
              })
            }
          />
          <Select
            label={t('ticket.timeInForce')}
            variant="plain"
            size="sm"
            align="end"
            className="ml-auto"
            disabled={isPostOnly}
            value={isPostOnly ? 'GoodTillCancel' : asForce(draft.timeInForce)}
            onChange={(timeInForce) => onChange({ kind: 'timeInForce', timeInForce })}
            items={forces.map((force) => ({ value: force, ...words[force] }))}
          />
        </>
      )}
    </div>
  )
}

function asForce(timeInForce: TimeInForce): (typeof forces)[number] {
  return forces.find((force) => force === timeInForce) ?? 'GoodTillCancel'
}
