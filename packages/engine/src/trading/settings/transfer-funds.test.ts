// Transfers between the wallets of one owner (rules 23): the total is unchanged, used margin cannot
// be moved, and a snapshot keeps all wallets.

import { accountId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { amount, parseDecimal } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import type { Command } from '../../api/commands.ts'
import type { TransferEnd } from '../../api/transfer-commands.ts'
import { createEngine } from '../../engine/engine.ts'
import { brokenInvariants } from '../../replay/invariants.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'
import { formatCommand, parseCommand } from '../../replay/text/format.ts'

const coins = (text: string) => amount(parseDecimal(text, 8) ?? -1n)
const [ann, ben, sub] = [accountId(1), accountId(2), accountId(3)]
const unified = (account = ann): TransferEnd => ({ account, purse: 'Unified' })
const funding = (account = ann): TransferEnd => ({ account, purse: 'Funding' })

function open() {
  let engine = createEngine()
  let [seq, timeMs] = [0, 1_790_035_200_000]
  const instruments = new Map<string, Instrument>()
  const ask = (command: Command) => {
    const text = formatCommand(command, instruments)
    expect(parseCommand(text, { instruments })).toEqual(command)
    seq += 1
    timeMs += 1000
    const applied = engine.apply({ seq, timeMs, command })
    expect(brokenInvariants(engine)).toEqual([])
    return applied.problem?.name
  }
  for (const account of [ann, ben]) {
    ask({ kind: 'OpenAccount', account, role: 'trader' })
    ask({ kind: 'Deposit', account, coin: 'USDT', amount: coins('1000') })
  }
  const listing = parseCommand('list BTCUSDT LinearPerpetual', { instruments })
  if (listing.kind !== 'ListInstrument') throw new Error('no listing')
  instruments.set('BTCUSDT', listing.instrument)
  ask(listing)
  return {
    ask,
    line: (text: string) => ask(parseCommand(text, { instruments })),
    move: (from: TransferEnd, to: TransferEnd, text: string, account = ann) =>
      ask({ kind: 'TransferFunds', account, from, to, coin: 'USDT', amount: coins(text) }),
    subAccount: (account = ann, of = sub) => ask({ kind: 'OpenSubAccount', account, sub: of }),
    balances: () => {
      const { ownership } = engine.views
      const first = (list: readonly { balance: bigint }[]) => list[0]?.balance ?? 0n
      return [ownership.unified(ann), ownership.funding(ann), ownership.unified(sub)].map(first)
    },
    moneyIn: () => engine.views.ledger().find(({ coin }) => coin === 'USDT')?.deposits,
    restart: () => {
      const before = stateHash(engine)
      engine = engineFromSnapshot(takeSnapshot(engine))
      expect(stateHash(engine)).toBe(before)
    },
  }
}

test('EX-23.1: money moves to the funding wallet, to a sub-account and back, exact to the last unit', () => {
  const { move, subAccount, balances, restart } = open()
  expect(subAccount()).toBeUndefined()
  expect(move(unified(), funding(), '400')).toBeUndefined()
  restart()
  expect(move(funding(), unified(sub), '150.00000001')).toBeUndefined()
  expect(balances()).toEqual([coins('600'), coins('249.99999999'), coins('150.00000001')])
  expect(move(unified(sub), unified(), '150.00000001')).toBeUndefined()
  expect(balances()).toEqual([coins('750.00000001'), coins('249.99999999'), 0n])
})

test('23.1: a funding wallet takes no orders and no deposits, the insurance fund takes deposits', () => {
  const { move, line, balances, moneyIn } = open()
  expect(move(unified(), funding(), '400')).toBeUndefined()
  const wallet = 1_000_000_001
  for (const text of [
    `deposit #${wallet} 5 USDT`,
    `place #${wallet} Buy BTCUSDT 0.001 @ 50000`,
    `batch #${wallet} ; place #${wallet} Buy BTCUSDT 0.001 @ 50000`,
    `borrow #${wallet} 5 USDT`,
    `cancel-all #${wallet}`,
    `leverage #${wallet} BTCUSDT 20`,
  ]) {
    expect([text, line(text)]).toEqual([text, 'gridWalletLimited'])
  }
  // Nor does the account of amounts set aside (16.4).
  expect(line('deposit #1000000000 5 USDT')).toBe('copyWalletLimited')
  expect(moneyIn()).toBe(coins('2000'))
  expect(balances()).toEqual([coins('600'), coins('400'), 0n])
  expect(line('deposit #0 5 USDT')).toBeUndefined()
  expect(moneyIn()).toBe(coins('2005'))
})

test('23.2: a transfer beyond the balance, to another owner, to the same wallet or of 0 is refused by name', () => {
  const { move, subAccount } = open()
  expect(subAccount()).toBeUndefined()
  expect(move(funding(), unified(), '1')).toBe('transferInsufficient')
  expect(move(unified(), funding(), '1000.00000001')).toBe('transferInsufficient')
  expect(move(unified(), unified(), '1')).toBe('transferSame')
  expect(move(unified(), unified(ben), '1')).toBe('transferForeign')
  expect(move(unified(), funding(), '0')).toBe('amountInvalid')
  // A sub-account cannot move its main account's money and cannot have sub-accounts.
  expect(move(unified(ann), unified(sub), '1', sub)).toBe('transferForeign')
  expect(subAccount(sub, accountId(4))).toBe('subAccountOfSub')
  expect(subAccount(ann, ben)).toBe('accountUnknown')
  // Nor does a funding wallet move its own.
  expect(move(unified(), funding(), '10')).toBeUndefined()
  const wallet = accountId(1_000_000_001)
  expect(move(funding(), unified(), '1', wallet)).toBe('gridWalletLimited')
})

test('EX-23.2: funds that may leave the wallet may be handed back, which reduces total deposits', () => {
  const { ask, move, balances, moneyIn, restart } = open()
  const withdraw = (text: string, account = ann) =>
    ask({ kind: 'Withdraw', account, coin: 'USDT', amount: coins(text) })
  expect(move(unified(), funding(), '400')).toBeUndefined()
  expect(withdraw('600.00000001')).toBe('transferInsufficient')
  expect(withdraw('0')).toBe('amountInvalid')
  expect(withdraw('1', accountId(77))).toBe('accountUnknown')
  // Money in a funding wallet must be moved back first.
  expect(withdraw('1', accountId(1_000_000_001))).toBe('gridWalletLimited')
  expect(moneyIn()).toBe(coins('2000'))
  expect(withdraw('600')).toBeUndefined()
  restart()
  expect(balances()).toEqual([0n, coins('400'), 0n])
  expect(moneyIn()).toBe(coins('1400'))
})

test('23.1: an account has at most twenty sub-accounts', () => {
  const { subAccount } = open()
  for (let k = 0; k < 20; k += 1) expect(subAccount(ann, accountId(100 + k))).toBeUndefined()
  expect(subAccount(ann, accountId(200))).toBe('subAccountsTooMany')
})

test('23.2: a repeated transfer id moves money once, for the last hundred ids of an account', () => {
  const { ask, restart, balances } = open()
  const named = (transferId: string, text = '1', account = ann) =>
    ask({
      kind: 'TransferFunds',
      account,
      from: unified(account),
      to: funding(account),
      coin: 'USDT',
      amount: coins(text),
      transferId,
    })
  expect(named('a')).toBeUndefined()
  expect(named('a')).toBe('transferRepeated')
  expect(named('a', '1', ben)).toBeUndefined()
  restart()
  expect(named('a')).toBe('transferRepeated')
  // The id of a refused transfer can be used again.
  expect(named('b', '5000')).toBe('transferInsufficient')
  expect(named('b')).toBeUndefined()
  for (let k = 0; k < 99; k += 1) expect(named(`n${k}`)).toBeUndefined()
  expect(named('b')).toBe('transferRepeated')
  expect(named('a')).toBeUndefined()
  expect(balances()[1]).toBe(coins('102'))
})
