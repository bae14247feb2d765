// Floors of the packages whose folders still import each other, file by file; a package that has
// layers stands in layers.ts, and the linter keeps it.

import { isTest, packageOf, targetOf, type Finding, type SourceFile, type Target } from './house.ts'

/**
 * Floors inside a package, highest first. A room is a file or, with a slash at its end, a folder.
 * A room may import any room on a lower floor, and files of its own folder; never a neighbour.
 */
const floors: Record<string, readonly (readonly string[])[]> = {
  web: [['app/'], ['features/'], ['exchange/'], ['shell/'], ['i18n/'], ['ui/', 'platform/']],
}

type Floor = { room: string; height: number }

function floorOf(name: string, path: string): Floor | undefined {
  const inside = path.slice(`packages/${name}/src/`.length)
  const levels = floors[name] ?? []
  for (const [depth, rooms] of levels.entries()) {
    const room = rooms.find((candidate) =>
      candidate.endsWith('/') ? inside.startsWith(candidate) : inside === candidate,
    )
    if (room !== undefined) return { room, height: levels.length - depth }
  }
  return undefined
}

/** Returns what is wrong with a source's imports by the tables above. */
export function floorFindings(source: SourceFile): Finding[] {
  const name = packageOf(source.path)
  if (name === undefined || name === 'checks') return []
  return [
    ...strayFinding(source, name),
    ...source.imports.flatMap(({ specifier, line }) => {
      const target = targetOf(source.path, specifier)
      const reason = reasonAgainst(source.path, target)
      return reason === undefined ? [] : [`${source.path}:${line} imports ${specifier}: ${reason}`]
    }),
  ]
}

function strayFinding({ path }: SourceFile, name: string): Finding[] {
  const known = floors[name] === undefined || isTest(path) || !path.includes('/src/')
  if (known || path.endsWith('.d.ts') || floorOf(name, path) !== undefined) return []
  return [`${path} stands on no floor: give it one in checks/tidy/floors.ts and ARCHITECTURE.md`]
}

function reasonAgainst(from: string, target: Target): string | undefined {
  if (target.kind === 'outside') return undefined
  const own = packageOf(from) ?? ''
  if (packageOf(target.path) !== own) return uiReason(from, target.path)
  if (!/\.(tsx?|css|json|svg)$/.test(target.path)) return 'a relative import ends in its file type'
  return isTest(from) ? undefined : insideReason(own, from, target.path)
}

// Furniture has never heard of an order: of all that is ours it knows scaled integers only.
function uiReason(from: string, path: string): string | undefined {
  if (!from.startsWith('packages/web/src/ui/') || isTest(from)) return undefined
  return path === 'packages/domain/src/numbers/fixed.ts'
    ? undefined
    : 'ui imports domain/numbers/fixed.ts only'
}

function insideReason(name: string, from: string, to: string): string | undefined {
  const lower = floorOf(name, to)
  const upper = floorOf(name, from)
  if (lower === undefined || upper === undefined) return undefined
  const feature = (path: string) => /\/features\/([^/]+)\//.exec(path)?.[1]
  if (feature(from) !== feature(to) && feature(from) !== undefined && feature(to) !== undefined) {
    return 'a feature never imports another feature; move what both need down, or compose in app/'
  }
  if (lower.room === 'ui/' && !['app/', 'features/', 'ui/'].includes(upper.room)) {
    return 'only features and app use furniture'
  }
  if (lower.room === upper.room || lower.height < upper.height) return undefined
  return lower.height === upper.height
    ? `${upper.room} and ${lower.room} are neighbours and do not know each other`
    : `${upper.room} stands below ${lower.room}; arrows point down`
}
