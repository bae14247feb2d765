// The version of the exchange's rules, by which all who follow a journal change what a command does
// at the same number, and the versions that this build can carry out.

/**
 * Neighbours, oldest first. Whoever changes what a command does adds the next version, asks
 * `state.rulesVersion.present` where the change is, and keeps the older way for as long as its
 * version stands here: the journals of that version are replayed by it.
 */
export const knownRules: readonly number[] = [1]

/** The rules of an exchange that has never been told others. */
export const firstRules = 1

/** By which rules commands are carried out, and by which they can be. */
export type RulesVersion = { present: number; readonly knows: readonly number[] }

export const newRulesVersion = (knows: readonly number[]): RulesVersion => ({
  present: firstRules,
  knows,
})

/** The journal goes by rules that this build does not know: the process must end (exit 65). */
export class RulesUnknown extends Error {
  override readonly name = 'RulesUnknown'
  constructor(version: number, knows: readonly number[]) {
    super(
      `The exchange goes by rules ${version}, and this build knows ${knows.join(' and ')}: run a build that knows them`,
    )
  }
}

/** Goes on by these rules; throws RulesUnknown where they are none of the known ones. */
export function goBy(rules: RulesVersion, version: number): void {
  if (!rules.knows.includes(version)) throw new RulesUnknown(version, rules.knows)
  rules.present = version
}
