// The linter refuses an import that points upwards, sideways or past a package's public modules.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readText, rootFolder } from './sources.ts'
import { layerChain, layerOverrides } from './layers.ts'

const folder = mkdtempSync(join(tmpdir(), 'basis-layers-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

type Diagnostic = { code: string; filename: string; help: string }

/** Lints a tree of files that each import one specifier; returns each file's refusals. */
function refusals(imports: readonly (readonly [string, string])[]): string[] {
  for (const [path, specifier] of imports) write(path, `export * from '${specifier}'\n`)
  const rules = { categories: { correctness: 'off' }, overrides: layerOverrides(folder) }
  write('.oxlintrc.json', JSON.stringify(rules))
  const oxlint = join(rootFolder, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
  return diagnostics.map(({ filename }) => filename).sort()
}

const forbidden = [
  ['packages/domain/src/numbers/a.ts', '@basis/engine/events'],
  ['packages/domain/src/numbers/b.ts', 'node:fs'],
  ['packages/domain/src/numbers/c.ts', './fixed'],
  ['packages/domain/src/orders/a.ts', '../margin/cross-margin.ts'],
  ['packages/domain/src/instrument/a.ts', '../pricing/mark-price.ts'],
  ['packages/protocol/src/a.ts', '@basis/engine/events'],
  ['packages/server/src/http/a.ts', '@basis/web/app'],
  ['packages/server/src/exchange/a.ts', 'fastify'],
  ['packages/server/src/http/b.ts', '../push/gateway.ts'],
  ['packages/server/src/read-model/a.ts', '../exchange/exchange.ts'],
  ['packages/server/src/users/a.ts', '../main.ts'],
  ['packages/web/src/client/a.ts', '@basis/engine/engine'],
  ['packages/web/src/features/tpsl/b.ts', '@base-ui/react/menu'],
  ['packages/web/src/features/tpsl/a.ts', '../orders/b.ts'],
  ['packages/web/src/stores/a.ts', '../features/tpsl/b.ts'],
  ['packages/web/src/stores/b.ts', '../ui/Button.tsx'],
  ['packages/web/src/feed/a.ts', '../client/http.ts'],
  ['packages/web/src/ui/a.ts', '../i18n/format.ts'],
  ['packages/web/src/ui/b.ts', '@basis/domain/margin/cross-margin'],
  ['packages/engine/src/order-book/a.ts', '../../../domain/src/fixed.ts'],
  ['packages/engine/src/order-book/d.ts', '../state/state.ts'],
  ['packages/engine/src/risk/a.ts', '../trading/core/ledger.ts'],
  ['packages/engine/src/risk/b.ts', '@basis/domain/testing/instruments'],
  ['packages/engine/src/settlement/a.ts', '../liquidation/takeover.ts'],
  ['packages/engine/src/trading/core/a.ts', '../algo/run-algos.ts'],
  ['packages/engine/src/state/collections/a.ts', '../state.ts'],
  ['packages/engine/src/order-book/b.test.ts', '@basis/server/main'],
  ['packages/chart/src/options/a.ts', '@basis/domain/numbers/fixed'],
  ['packages/chart/src/primitives/a.ts', '../options/options.ts'],
  ['packages/chart/src/bars/a.ts', '../model/theme.ts'],
  ['packages/chart/src/model/theme.ts', '../bars/a.ts'],
  ['packages/chart/src/model/layout/a.ts', '../theme.ts'],
  ['packages/chart/src/model/layout/b.ts', '../drawings/a.ts'],
  ['packages/chart/src/model/drawings/figures/a.ts', '../../../canvas/a.ts'],
  ['packages/chart/src/ui/toolkit/a.ts', '../dialogs/a.ts'],
  ['packages/chart/src/ui/dialogs/a.ts', '../header/a.ts'],
  ['packages/chart/src/ui/lines/a.ts', 'klinecharts'],
  ['packages/chart/src/api/a.ts', '../../testing/chart-lab.ts'],
] as const

const allowed = [
  ['packages/engine/src/liquidation/a.ts', '../trading/core/order-entry.ts'],
  ['packages/engine/src/order-book/c.ts', '@basis/domain/numbers/fixed'],
  ['packages/server/src/main.ts', 'node:fs'],
  ['packages/server/src/http/c.ts', '@fastify/static'],
  ['packages/web/src/ui/c.ts', '@base-ui/react/menu'],
  ['packages/web/src/ui/d.ts', '@basis/domain/numbers/fixed'],
  ['packages/web/src/features/tpsl/c.ts', './b.ts'],
  ['packages/web/src/app/a.ts', '../features/tpsl/b.ts'],
  ['packages/web/src/stores/c.ts', '../platform/storage.ts'],
  ['packages/chart/src/api/c.ts', '../primitives/events.ts'],
  ['packages/chart/src/canvas/a.ts', 'klinecharts'],
  ['packages/chart/src/canvas/lines/a.ts', '../paint-view.ts'],
  ['packages/chart/src/model/state.ts', './layout/undo-history.ts'],
  ['packages/chart/src/model/drawings/figures/c.ts', '../geometry.ts'],
  ['packages/chart/src/ui/frame.ts', './toolkit/a.ts'],
  ['packages/chart/src/ui/panes/a.ts', '../toolkit/a.ts'],
  ['packages/chart/src/model/c.test.ts', '../api/widget.ts'],
] as const

test('exactly the imports that leave their layers are refused', () => {
  const files = forbidden.map(([path]) => path as string)
  expect(refusals([...forbidden, ...allowed])).toEqual(files.toSorted())
})

test('a folder without a layer is an error', () => {
  write('packages/chart/src/odd/a.ts', '')
  expect(() => layerOverrides(folder)).toThrow('chart/odd stands on no layer')
})

test('ARCHITECTURE.md has the layers that the linter enforces', () => {
  const text = readText('ARCHITECTURE.md').replaceAll(/\s+/g, ' ')
  const inside = ['domain', 'engine', 'server', 'chart', 'web'].map((name) => layerChain(name))
  const chains = [...inside, layerChain('engine', 'trading')]
  expect(chains.filter((chain) => !text.includes(`\`${chain}\``))).toEqual([])
  const lowest = layerChain('web', 'features').split(' → ').at(-1)
  expect(text).toContain(`\`${lowest}\``)
  expect(() => layerChain('protocol')).toThrow('no layers')
})
