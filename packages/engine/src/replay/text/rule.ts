// Rule orders as command text: `rule #3 BTCUSDT {"join":"And",…}`, terms and seeds as JSON.

import type { RuleTerms } from '@basis/domain/algo/rule'
import { symbolId, type AccountId } from '@basis/domain/numbers/brand'
import type { AmendRule, PlaceRule, SetRuleState } from '../../api/commands.ts'
import type { RuleChanged } from '../../api/events.ts'
import { fail, take, words, type Line } from './line.ts'

export type RuleCommand = PlaceRule | AmendRule | SetRuleState

const states = ['Running', 'Paused', 'Cancelled'] as const

export function ruleText(command: RuleCommand): string {
  const { account } = command
  if (command.kind === 'SetRuleState')
    return `set-rule #${account} ${command.ruleId} ${command.state}`
  const { positionIdx, terms, seeds } = command
  const isNew = command.kind === 'PlaceRule'
  return words(
    isNew ? `rule #${account} ${command.symbol}` : `amend-rule #${account} ${command.ruleId}`,
    JSON.stringify(terms),
    seeds !== undefined && JSON.stringify(seeds),
    positionIdx !== 0 && `idx=${positionIdx}`,
    isNew && command.linkId !== '' && `link=${command.linkId}`,
  )
}

export type RuleVerb = 'rule' | 'amend-rule' | 'set-rule'

/** Parses the text of `ruleText` after the verb and the account. */
export function takeRule(verb: RuleVerb, line: Line, account: AccountId): RuleCommand {
  if (verb === 'set-rule') {
    const ruleId = Number(take(line, 'rule'))
    const asked = take(line, 'state')
    const state = states.find((each) => each === asked) ?? fail(line, 'No state of a rule')
    return { kind: 'SetRuleState', account, ruleId, state }
  }
  const whose = take(line, verb === 'rule' ? 'symbol' : 'rule')
  const terms = JSON.parse(take(line, 'terms')) as RuleTerms
  const [seeds] = line.rest
  const asked = {
    account,
    positionIdx: Number(line.flags.get('idx') ?? 0) as PlaceRule['positionIdx'],
    terms,
    ...(seeds === undefined ? {} : { seeds: JSON.parse(seeds) as number[][] }),
  }
  if (verb === 'amend-rule') return { kind: 'AmendRule', ruleId: Number(whose), ...asked }
  const linkId = line.flags.get('link') ?? ''
  return { kind: 'PlaceRule', symbol: symbolId(whose), linkId, ...asked }
}

export function ruleEventText({ account, rule }: RuleChanged): string {
  const refused = rule.firings.at(-1)?.problem
  return words(
    `#${account} rule ${rule.id} ${rule.symbol} ${rule.terms.action.do} ${rule.state}`,
    `fired ${rule.fired} of ${rule.terms.most}`,
    refused !== undefined && `(${refused.name})`,
  )
}
