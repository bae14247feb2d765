// Copy trading as command text: `follow #3 #1000000001 500 {"mode":"FixedRatio",…}`, settings as
// JSON with amounts as texts.

import type { CopySettings } from '@basis/domain/copy/settings'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, type Amount } from '@basis/domain/numbers/fixed'
import type { Command } from '../../api/commands.ts'
import type { Copied, FollowChanged, LeaderChanged } from '../../api/events.ts'
import { decimal, fail, money, take, words, type Line } from './line.ts'

type CopyKind =
  | 'BecomeLeader'
  | 'EndLeader'
  | 'FollowLeader'
  | 'SetFollow'
  | 'StopFollow'
  | 'MoveToCopy'
  | 'BlockFollower'
type CopyCommand = Extract<Command, { kind: CopyKind }>

const amounts = ['margin', 'symbolMargin', 'dayMargin', 'totalStopLoss'] as const

const settingsText = (settings: CopySettings): string =>
  JSON.stringify(settings, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )

function readSettings(text: string): CopySettings {
  const read = JSON.parse(text) as CopySettings
  const whole = amounts.map((field) => [field, amount(BigInt(read[field]))])
  return { ...read, ...Object.fromEntries(whole) }
}

export function copyText(command: CopyCommand): string {
  const { account } = command
  switch (command.kind) {
    case 'BecomeLeader': {
      const { name, style, shareE4 } = command
      const called = encodeURIComponent(name)
      return `lead #${account} ${called} ${style} ${shareE4} ${money(command.amount)}`
    }
    case 'EndLeader':
      return words(`end-lead #${account}`, command.isBan && 'ban')
    case 'FollowLeader': {
      const text = settingsText(command.settings)
      return `follow #${account} #${command.leader} ${money(command.amount)} ${text}`
    }
    case 'SetFollow':
      return `set-follow #${account} #${command.wallet} ${settingsText(command.settings)}`
    case 'StopFollow':
      return words(`stop-follow #${account} #${command.wallet}`, command.isBan && 'ban')
    case 'MoveToCopy':
      return `move #${account} #${command.wallet} ${money(command.amount)}`
    case 'BlockFollower':
      return words(`block #${account} #${command.follower}`, !command.isBlocked && 'not')
  }
}

/** Parses the text of `copyText` after the verb and the account. */
export function takeCopy(verb: string, line: Line, account: AccountId): Command {
  const other = (): AccountId => accountId(Number(take(line, 'wallet').slice(1)))
  const sum = (): Amount => amount(decimal(line, take(line, 'amount'), 8))
  const ban = () => (line.rest.includes('ban') ? { isBan: true as const } : {})
  switch (verb) {
    case 'lead': {
      const name = decodeURIComponent(take(line, 'name'))
      const style = take(line, 'style') === 'Pro' ? 'Pro' : 'Classic'
      const shareE4 = Number(take(line, 'share'))
      return { kind: 'BecomeLeader', account, name, style, shareE4, amount: sum() }
    }
    case 'end-lead':
      return { kind: 'EndLeader', account, ...ban() }
    case 'follow': {
      const leader = other()
      const put = sum()
      const settings = readSettings(take(line, 'settings'))
      return { kind: 'FollowLeader', account, leader, amount: put, settings }
    }
    case 'set-follow': {
      const wallet = other()
      return { kind: 'SetFollow', account, wallet, settings: readSettings(take(line, 'settings')) }
    }
    case 'stop-follow':
      return { kind: 'StopFollow', account, wallet: other(), ...ban() }
    case 'move':
      return { kind: 'MoveToCopy', account, wallet: other(), amount: sum() }
    case 'block': {
      const follower = other()
      return { kind: 'BlockFollower', account, follower, isBlocked: line.rest.length === 0 }
    }
    default:
      return fail(line, `"${verb}" is no verb`)
  }
}

export function copyEventText(event: LeaderChanged | FollowChanged | Copied): string {
  switch (event.kind) {
    case 'LeaderChanged': {
      const { wallet, isOpen } = event.leader
      return `#${event.account} leads with #${wallet}${isOpen ? '' : ' no longer'}`
    }
    case 'FollowChanged': {
      const { wallet, leader, state, stop } = event.follow
      return words(`#${event.account} copies #${leader} with #${wallet}: ${state}`, stop)
    }
    case 'Copied': {
      const { act, symbol, askedLots, filledLots, why } = event.entry
      const what = `${act} ${symbol} ${filledLots}l of ${askedLots}l`
      return words(`#${event.account} copied #${event.leader}: ${what}`, why)
    }
  }
}
