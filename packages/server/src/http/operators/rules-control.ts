// Operator control of the rules version: the current one, those that each process supports, and the
// step to the next once all support it.

import type { RoleWord } from '../../cluster/role-watch.ts'
import { ExchangeBusy, ExchangeStopped, type Exchange } from '../../exchange/exchange.ts'

export type RulesAnswer = { readonly status: number; readonly body: unknown }

export type RulesControl = {
  readonly current: () => RulesAnswer
  /** Sets the version from the body of the request: `{"version": N}`. */
  readonly set: (body: unknown) => Promise<RulesAnswer>
}

type RulesParts = {
  readonly exchange: Pick<Exchange, 'submit' | 'views'>
  /** All live processes of the exchange, this one included; undefined until they are known. */
  readonly living: () => readonly RoleWord[] | undefined
}

const refused = (status: number, problem: string): RulesAnswer => ({ status, body: { problem } })

export function rulesControl({ exchange, living }: RulesParts): RulesControl {
  const present = (): number => exchange.views.rulesVersion()
  const current = (): RulesAnswer => {
    const processes = living()?.map(({ id, role, build, rules }) => ({ id, role, build, rules }))
    return { status: 200, body: { version: present(), processes: processes ?? [] } }
  }
  return {
    current,
    set: async (body) => {
      const version = versionIn(body)
      const next = present() + 1
      if (version !== next && version !== present()) {
        return refused(400, `version: must be ${next}, the one after the present one`)
      }
      const processes = living()
      if (processes === undefined) {
        return refused(503, 'who else lives is known three seconds after a start: ask again')
      }
      const lacking = processes.filter(({ rules }) => !rules.includes(version))
      if (lacking.length > 0) {
        const names = lacking.map(({ id, role, build, rules }) => {
          return `${role} ${id} (build ${build} knows ${rules.join(' and ')})`
        })
        return refused(409, `version: ${version} is not known to ${names.join(', ')}`)
      }
      return submitted(exchange, version, current)
    },
  }
}

async function submitted(
  exchange: RulesParts['exchange'],
  version: number,
  current: () => RulesAnswer,
): Promise<RulesAnswer> {
  try {
    const { problem } = await exchange.submit({ kind: 'SetRules', version })
    return problem === undefined ? current() : refused(409, `${problem.field}: ${problem.name}`)
  } catch (error) {
    if (!(error instanceof ExchangeStopped || error instanceof ExchangeBusy)) throw error
    return refused(503, `${error.message}; of a cluster ask the engine that leads`)
  }
}

const versionIn = (body: unknown): number =>
  typeof body === 'object' && body !== null && 'version' in body && Number.isInteger(body.version)
    ? Number(body.version)
    : Number.NaN
