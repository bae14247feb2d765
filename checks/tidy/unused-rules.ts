// Exports of domain that no product code reaches: a rule that only its tests call is no rule.

import { importedNamesOf } from './scanner.ts'
import { isTest, packageOf, targetOf, type Finding, type SourceFile } from './sources.ts'

const isProduct = ({ path }: SourceFile) =>
  path.startsWith('packages/') && path.includes('/src/') && !isTest(path)

/** A declaration at the top of a module, and every word its text uses. */
type Declaration = { name: string; isExported: boolean; words: Set<string> }

type Module = {
  declarations: Map<string, Declaration>
  /** Local names that stand for an export of another module of domain. */
  bindings: Map<string, { path: string; name: string }>
}

/**
 * Returns every export of domain that is reached neither by another package's product code nor,
 * step by step, by an export that is. Tests, test rigs and checks are no callers.
 */
export function unusedRuleFindings(sources: readonly SourceFile[]): Finding[] {
  const product = sources.filter(isProduct)
  const inDomain = product.filter(({ path }) => packageOf(path) === 'domain')
  const modules = new Map(inDomain.map((source) => [source.path, moduleOf(source)]))
  const reached = new Set<string>()
  const reach = (path: string, name: string): void => {
    const key = `${path} ${name}`
    const module = modules.get(path)
    const declaration = module?.declarations.get(name)
    if (module === undefined || declaration === undefined || reached.has(key)) return
    reached.add(key)
    for (const word of declaration.words) {
      const binding = module.bindings.get(word)
      if (binding !== undefined) reach(binding.path, binding.name)
      else reach(path, word)
    }
  }
  for (const source of product) {
    if (packageOf(source.path) === 'domain') continue
    for (const { path, name } of bindingsOf(source).values()) reach(path, name)
  }
  return [...modules].flatMap(([path, { declarations }]) =>
    [...declarations.values()]
      .filter(({ name, isExported }) => isExported && !reached.has(`${path} ${name}`))
      .map(({ name }) => `${path}: ${name} has no caller outside tests`),
  )
}

function moduleOf(source: SourceFile): Module {
  const declarations = declarationsOf(source.views.code)
  return {
    declarations: new Map(declarations.map((declaration) => [declaration.name, declaration])),
    bindings: bindingsOf(source),
  }
}

function bindingsOf(source: SourceFile): Module['bindings'] {
  const found: Module['bindings'] = new Map()
  for (const { specifier, name, local } of importedNamesOf(source.views)) {
    const target = targetOf(source.path, specifier)
    if (target.kind === 'file') found.set(local, { path: target.path, name })
  }
  return found
}

// The formatter puts each declaration of a module, and nothing inside one, at the line's start.
const declarationStart =
  /^(export )?(?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm

function declarationsOf(code: string): Declaration[] {
  const starts = [...code.matchAll(declarationStart)]
  return starts.map((start, at) => ({
    name: start[2] ?? '',
    isExported: start[1] !== undefined,
    words: new Set(code.slice(start.index, starts[at + 1]?.index).match(/(?<!\w|(?<!\.\.)\.)\w+/g)),
  }))
}
