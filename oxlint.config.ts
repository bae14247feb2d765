// What the linter asks of every file; the layers of the packages stand in checks/tidy/layers.ts.

import { defineConfig } from 'oxlint'
import { layerOverrides } from './checks/tidy/layers.ts'

export default defineConfig({
  plugins: [
    'eslint',
    'typescript',
    'react',
    'import',
    'jsx-a11y',
    'promise',
    'unicorn',
    'vitest',
    'oxc',
  ],
  categories: {
    correctness: 'error',
  },
  options: {
    typeAware: true,
    reportUnusedDisableDirectives: 'error',
  },
  env: {
    builtin: true,
  },
  ignorePatterns: ['**/dist/**', '.tsbuild/**', 'data/**', 'playwright-report/**'],
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      {
        considerDefaultExhaustiveForUnions: true,
      },
    ],
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/consistent-type-imports': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/button-has-type': 'error',
    'react/no-danger': 'error',
    'react/jsx-no-script-url': 'error',
    'import/no-cycle': [
      'error',
      {
        ignoreTypes: false,
      },
    ],
    eqeqeq: 'error',
    'no-eval': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'max-params': ['error', 4],
    'max-lines-per-function': [
      'error',
      {
        max: 70,
        skipBlankLines: true,
        skipComments: true,
      },
    ],
    'react/react-in-jsx-scope': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
    'promise/no-callback-in-promise': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'no-unused-private-class-members': 'off',
    'typescript/restrict-template-expressions': 'off',
    'typescript/unbound-method': 'off',
    'typescript/no-unsafe-unary-minus': 'off',
    'unicorn/no-new-array': 'off',
    'unicorn/no-thenable': 'off',
    'vitest/expect-expect': 'off',
    'vitest/valid-title': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/require-to-throw-message': 'off',
    'vitest/require-mock-type-parameters': 'off',
  },
  overrides: [
    {
      files: ['packages/domain/src/**/*.ts', 'packages/engine/src/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
      rules: {
        'no-restricted-globals': [
          'error',
          {
            name: 'Date',
            message: 'Time is command.timeMs.',
          },
          {
            name: 'Temporal',
            message: 'Time is command.timeMs.',
          },
          {
            name: 'performance',
            message: 'Measure in checks/bench.',
          },
          {
            name: 'process',
            message: 'The engine knows no process.',
          },
          {
            name: 'crypto',
            message: 'Secrets belong to server/users; chance to domain/numbers/prng.ts.',
          },
          {
            name: 'Intl',
            message: 'Text for people is made in web/i18n/format.ts.',
          },
          {
            name: 'parseFloat',
            message: 'Use parseDecimal of domain/numbers/fixed.ts.',
          },
          {
            name: 'Promise',
            message: 'Commands in, events out: nothing waits.',
          },
          {
            name: 'setTimeout',
            message: 'Time passes by AdvanceTime.',
          },
          {
            name: 'setInterval',
            message: 'Time passes by AdvanceTime.',
          },
          {
            name: 'queueMicrotask',
            message: 'Nothing waits here.',
          },
          {
            name: 'console',
            message: "The engine's log is its events.",
          },
        ],
        'no-restricted-properties': [
          'error',
          {
            object: 'Math',
            property: 'random',
            message: 'Use domain/numbers/prng.ts.',
          },
          {
            property: 'localeCompare',
            message: 'Compare code units: a < b.',
          },
          {
            property: 'toLocaleString',
            message: 'Use web/i18n/format.ts.',
          },
          {
            property: 'toFixed',
            message: 'Use formatDecimal of domain/numbers/fixed.ts.',
          },
        ],
      },
    },
    {
      files: ['**/*.tsx'],
      rules: {
        'max-lines-per-function': [
          'error',
          {
            max: 120,
            skipBlankLines: true,
            skipComments: true,
          },
        ],
      },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'checks/**/*.ts', '*.config.ts', '**/*.config.ts'],
      rules: {
        'max-lines-per-function': 'off',
      },
    },
    ...layerOverrides(import.meta.dirname),
  ],
})
