// Rule orders in a tape's line: `rule #3 BTCUSDT {"join":"And",…}`, terms and seeds as JSON.

import type { RuleTerms } from '@basis/domain/algo/rule'
import { symbolId, type AccountId } from '@basis/domain/numbers/brand'
import type { PlaceRule, SetRuleState } from '../../api/commands.ts'
import type { RuleChanged } from '../../api/events.ts'
import { fail, take, words, type Line } from './line.ts'

export type RuleCommand = PlaceRule | SetRuleState

const states = ['Running', 'Paused', 'Cancelled'] as const

export function ruleText(command: RuleCommand): string {
  const { account } = command
  if (command.kind === 'SetRuleState')
    return `set-rule #${account} ${command.ruleId} ${command.state}`
  const { symbol, positionIdx, linkId, terms, seeds } = command
  return words(
    `rule #${account} ${symbol} ${JSON.stringify(terms)}`,
    seeds !== undefined && JSON.stringify(seeds),
    positionIdx !== 0 && `idx=${positionIdx}`,
    linkId !== '' && `link=${linkId}`,
  )
}

/** Reads what `ruleText` wrote behind the verb and the account. */
export function takeRule(verb: 'rule' | 'set-rule', line: Line, account: AccountId): RuleCommand {
  if (verb === 'set-rule') {
    const ruleId = Number(take(line, 'rule'))
    const asked = take(line, 'state')
    const state = states.find((each) => each === asked) ?? fail(line, 'No state of a rule')
    return { kind: 'SetRuleState', account, ruleId, state }
  }
  const symbol = symbolId(take(line, 'symbol'))
  const terms = JSON.parse(take(line, 'terms')) as RuleTerms
  const [seeds] = line.rest
  return {
    kind: 'PlaceRule',
    account,
    symbol,
    positionIdx: Number(line.flags.get('idx') ?? 0) as PlaceRule['positionIdx'],
    linkId: line.flags.get('link') ?? '',
    terms,
    ...(seeds === undefined ? {} : { seeds: JSON.parse(seeds) as number[][] }),
  }
}

export function ruleEventText({ account, rule }: RuleChanged): string {
  const refused = rule.firings.at(-1)?.problem
  return words(
    `#${account} rule ${rule.id} ${rule.symbol} ${rule.terms.action.do} ${rule.state}`,
    `fired ${rule.fired} of ${rule.terms.most}`,
    refused !== undefined && `(${refused.name})`,
  )
}
