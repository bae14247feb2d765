// The version of the exchange's rules, which makes every replay of a journal switch behaviour at
// the same command, and the versions that this build supports.

/**
 * Consecutive, oldest first. A change of what a command does adds the next version, branches on
 * `state.rulesVersion.present`, and keeps the older code while its version is listed here: journals
 * of that version are replayed by it.
 */
export const knownRules: readonly number[] = [1, 2, 3]

/**
 * Since this version a conversion that repays a debt also buys what its coin's balance lacks, which
 * takes the receipt first (12.5): before it the debt stayed, and at risk it was tried for minutes.
 * A follower's partial close is limited to the price band, as its opening is, instead of refused.
 * A rule that closes a share of a position closes one lot at least: a share of less was no
 * quantity, which closes the whole position.
 */
export const secondRules = 2

/**
 * Since this version an order may lose only what is available unless it closes (5.6), and one that
 * turns an isolated position round must leave the new margin (6.3). The reversal of an option is
 * checked by the premium that closing it moves; fill-or-kill orders and reversals count reduce-only
 * orders as far as they can still reduce (D-33); a spot buy stays within its coins if an ask
 * cannot be paid (12.2); an order by amount that its limit stops is cancelled. Triggers follow the
 * order of a batch's prices (8.3); option orders of a portfolio without positions are tried as well
 * (10.4). MMR close orders are for cross accounts only. Client order ids also distinguish
 * self-trade prevention, spot margin and market-maker protection.
 *
 * Makers and replaced orders of combinations are checked with what their whole rest reserves, and a
 * closed leg ends the orders of its combinations. Grids are no larger than entry and leverage
 * allow, their money covers the orders that use it, and they resume with however little is left of
 * an order and at the bound of the price band. Pauses keep what a participation order owes;
 * icebergs include a rest below the least order, and go on at the bound of the band. The parts of a
 * leader's order are copied as one, the day's profit share stays in a follower's wallet, and a
 * purchase of a DCA bot continues until its amount is spent.
 */
export const thirdRules = 3

/** The rules version before the first `SetRules`. */
export const firstRules = 1

/** Returns the versions after one, up to another: an exchange adopts them one by one. */
export const laterRules = (present: number, upTo = Infinity): readonly number[] =>
  knownRules.filter((version) => version > present && version <= upTo)

/** The rules version in force, and those that this build supports. */
export type RulesVersion = { present: number; readonly knows: readonly number[] }

export const newRulesVersion = (knows: readonly number[]): RulesVersion => ({
  present: firstRules,
  knows,
})

/** The journal's rules version is not supported by this build: the process must end (exit 65). */
export class RulesUnknown extends Error {
  override readonly name = 'RulesUnknown'
  constructor(version: number, knows: readonly number[]) {
    super(
      `The exchange goes by rules ${version}, and this build knows ${knows.join(' and ')}: run a build that knows them`,
    )
  }
}

/** Switches to a rules version; throws RulesUnknown if it is not supported. */
export function adoptRules(rules: RulesVersion, version: number): void {
  if (!rules.knows.includes(version)) throw new RulesUnknown(version, rules.knows)
  rules.present = version
}
