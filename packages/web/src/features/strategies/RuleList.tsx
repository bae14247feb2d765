// The account's rules as cards: the sentence, the number of firings, and buttons that pause and end
// it.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WireRule } from '@basis/protocol/rules/rule'
import { cancelRule, pauseRule } from '../../actions/rules/rules.ts'
import { isRunning } from '../../actions/rules/rule-list.ts'
import { actionMessage, firingMessage, ruleMessage } from '../../actions/words/rule-words.ts'
import { serverNowMs } from '../../client/connection.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { nameOf, useListing } from '../../stores/catalogue.ts'
import { Button } from '../../ui/Button.tsx'
import { usePendingOf } from '../../platform/use-pending.ts'
import { draftOfRule } from './rule-again.ts'

export function RuleList({ rules }: { rules: readonly WireRule[] }) {
  const t = useT()
  if (rules.length === 0) return null
  return (
    <ul
      aria-label={t('strategies.ruleListTitle')}
      className="grid auto-rows-min grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-2 p-2"
    >
      {rules.map((rule) => (
        <Rule key={rule.ruleId} rule={rule} />
      ))}
    </ul>
  )
}

function Rule({ rule }: { rule: WireRule }) {
  const t = useT()
  const format = useFormat()
  const listing = useListing(rule.symbol)
  if (listing === undefined) return null
  const { instrument } = listing
  const { symbol, status, firedTimes: fired, maxTimes: times, firings } = rule
  const action = actionMessage(rule, instrument)
  return (
    <li className="flex flex-col gap-2 rounded border border-line-strong p-3 text-xs">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{nameOf(symbol)}</span>
        <span className="text-muted">{t('strategies.kinds.Rule')}</span>
        <span className={status === 'Paused' ? 'text-warn' : 'text-muted'}>
          {t(`strategies.statuses.${status}`)}
        </span>
        <span className="ml-auto text-2xs text-muted">{format.dateTime(rule.createdAtE3)}</span>
      </div>
      <p>{t(ruleMessage(rule, instrument))}</p>
      <p className="text-muted">{t('strategies.ruleProgress', { fired, times })}</p>
      {firings.length > 0 && (
        <details className="text-2xs text-muted">
          <summary className="cursor-pointer">{t('strategies.ruleLog')}</summary>
          <ol>
            {firings.toReversed().map((firing) => (
              <li key={firing.timeE3}>
                {format.dateTime(firing.timeE3)} {t(firingMessage(firing, { symbol, action }))}
              </li>
            ))}
          </ol>
        </details>
      )}
      {isRunning(rule) ? (
        <Acts rule={rule} instrument={instrument} />
      ) : (
        <Again rule={rule} instrument={instrument} />
      )}
    </li>
  )
}

type ActProps = { rule: WireRule; instrument: Instrument }

/** Opens the form with a rule's terms; renders nothing if the form cannot represent them. */
function Again({ rule, instrument }: ActProps) {
  const t = useT()
  const { ruleId, symbol } = rule
  const isChange = isRunning(rule)
  const what = { kind: t('strategies.kinds.Rule'), symbol }
  if (draftOfRule(rule, instrument, serverNowMs()) === undefined) return null
  return (
    <Button
      size="sm"
      aria-label={t(isChange ? 'strategies.changeOf' : 'strategies.againOf', what)}
      onClick={() =>
        openDialog({ kind: 'strategy', symbol, side: 'Buy', rule: { ruleId, isChange } })
      }
    >
      {t(isChange ? 'strategies.change' : 'strategies.again')}
    </Button>
  )
}

function Acts({ rule, instrument }: ActProps) {
  const t = useT()
  const { ruleId, symbol, status } = rule
  const [pending, during] = usePendingOf<'pause' | 'cancel'>()
  const isPaused = status === 'Paused'
  const what = { kind: t('strategies.kinds.Rule'), symbol }
  return (
    <div className="flex gap-2 *:flex-1">
      <Again rule={rule} instrument={instrument} />
      <Button
        size="sm"
        pending={pending === 'pause'}
        aria-label={t(isPaused ? 'strategies.resumeOf' : 'strategies.pauseOf', what)}
        onClick={() => void during('pause', pauseRule(ruleId, !isPaused))}
      >
        {t(isPaused ? 'strategies.resume' : 'strategies.pause')}
      </Button>
      <Button
        size="sm"
        pending={pending === 'cancel'}
        aria-label={t('strategies.cancelOf', what)}
        onClick={() => void during('cancel', cancelRule(ruleId))}
      >
        {t('strategies.cancel')}
      </Button>
    </div>
  )
}
