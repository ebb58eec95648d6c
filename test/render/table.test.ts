import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { spanRight, tableLines, tableWidth } from '../../tools/render/table';

test('columns align by what the terminal shows: signs, wide characters, colours', () => {
  const rows = [
    ['name', '±1.00%'],
    ['漢字', '±100.00%'],
    ['\u001b[31mred\u001b[39m', '∞'],
    ['é', '5'],
  ];
  assert.deepEqual(tableLines(rows, { columns: ['left', 'right'] }), [
    'name   ±1.00%',
    '漢字 ±100.00%',
    '\u001b[31mred\u001b[39m         ∞',
    'é           5',
  ]);
});

test('no spaces at the end of a line, also where the last cells are empty', () => {
  assert.deepEqual(
    tableLines(
      [
        ['a', 'bb', ''],
        ['', '', ''],
      ],
      { columns: ['left', 'left', 'left'] },
    ),
    ['a bb', ''],
  );
});

test('a cell over two columns ends where they end and does not widen them', () => {
  const rows = [
    [spanRight('wide', 2), ''],
    ['aaa', '1', 'x'],
  ];
  const layout = { columns: ['left', 'right', 'left'] as const };
  assert.deepEqual(tableLines(rows, layout), [' wide', 'aaa 1 x']);
  assert.equal(tableWidth(rows, layout), 7);
});

test('a table of many rows is as regular as one of few', () => {
  const rows = Array.from({ length: 350 }, (_, i) => [`row ${i}`, `${i}`]);
  const lines = tableLines(rows, { columns: ['left', 'right'], minWidths: [0, 6] });
  assert.equal(lines.length, 350);
  assert.deepEqual([lines[0], lines[349]], ['row 0        0', 'row 349    349']);
});
