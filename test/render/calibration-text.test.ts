import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import stringWidth from 'string-width';
import type { Calibration, CalibrationAttempt, CalibrationFinding } from '../../tools/model/calibration';
import { calibrationJson } from '../../tools/render/calibration-json';
import { renderCalibration } from '../../tools/render/calibration-text';
import type { RenderOptions } from '../../tools/render/options';

function attempt(changes: Partial<CalibrationAttempt> = {}): CalibrationAttempt {
  return {
    n: 16384,
    processes: 30,
    shortestMs: 142.4,
    meanRate: 115_000,
    cv: 0.0123,
    change: { nextN: 32768, estimate: 0.004, low: -0.008, high: 0.0191 },
    shortcomings: [],
    ...changes,
  };
}

const TOO_SHORT = attempt({
  n: 8192,
  processes: 1,
  shortestMs: 71.2,
  meanRate: null,
  cv: null,
  change: null,
  shortcomings: [{ code: 'too-short', message: 'n=8192 is too short: a process measured 71.2 ms' }],
});

function finding(changes: Partial<CalibrationFinding> = {}): CalibrationFinding {
  return {
    filename: 'url/parse.js',
    configuration: "type='short'",
    parameters: [['type', 'short']],
    n: 16384,
    stop: null,
    cost: { secondsPerProcess: 0.19, secondsPerCompare: 11.4 },
    attempts: [TOO_SHORT, attempt()],
    warnings: [],
    ...changes,
  };
}

const MISSING = finding({
  configuration: "type='long'",
  n: null,
  cost: null,
  stop: { code: 'max-time', message: 'n=32768 was not tried' },
  attempts: [
    TOO_SHORT,
    attempt({
      cv: 0.21,
      change: null,
      shortcomings: [{ code: 'unstable', message: 'n=16384 is not stable' }],
    }),
  ],
});

function calibration(...findings: CalibrationFinding[]): Calibration {
  return {
    criteria: {
      runs: 30,
      minTimeMs: 100,
      maxTimeMs: 2000,
      cvThreshold: 0.05,
      tolerance: 0.05,
      startN: 1,
      increase: 2,
      maxIncreases: 30,
    },
    seed: '7',
    findings,
  };
}

function render(what: Calibration, changes: Partial<RenderOptions> = {}): string {
  return renderCalibration(what, { width: 80, ascii: false, color: false, ...changes });
}

/** The words of the line that begins with `beginning`. */
function row(text: string, beginning: string): string[] {
  const line = text.split('\n').find((one) => one.trimStart().startsWith(beginning));
  assert.ok(line, `no line begins with ${beginning}:\n${text}`);
  return line
    .trimStart()
    .slice(beginning.length)
    .trim()
    .split(/ {2,}| (?=time|cv|start-n|0\.19)/);
}

test('a row says n, what it measured, what keeps it from being smaller, and what it costs', () => {
  const text = render(calibration(finding()));
  assert.match(
    text,
    /^url\/parse\.js type='short' 16384 142 ms 1\.2 % -0\.8…\+1\.9 % time {3}0\.19 s {2}11\.4 s$/m,
  );
  assert.match(text, /^A comparison of 1 configuration with these n, 30 runs on each side: 11\.4 s\.$/m);
});

test('an n that the search began with has nothing to keep it from being smaller', () => {
  assert.ok(
    row(render(calibration(finding({ attempts: [attempt()] }))), "url/parse.js type='short'").includes(
      'start-n',
    ),
  );
});

test('a configuration without n is listed with where the search ended and what the last n fell short of', () => {
  const text = render(calibration(finding(), MISSING));
  assert.match(text, /type='long' +none 142 ms 21\.0 % +NA cv +NA +NA$/m);
  assert.match(
    text,
    /^No n was found for 1 configuration:\n {2}url\/parse\.js type='long'\n {4}n=32768 was not tried\n {4}n=16384 is not stable$/m,
  );
  assert.match(text, /^Noise that does not shrink when n grows is the machine's\./m);
  assert.match(text, /comparison of 1 configuration with/);
});

test('a process that failed at once leaves figures that are not available', () => {
  const stop = { code: 'process-failed', message: 'a process failed when n=1 was measured' } as const;
  const text = render(calibration(finding({ n: null, cost: null, stop, attempts: [] })));
  assert.match(text, /none +NA +NA +NA NA +NA +NA$/m);
  assert.ok(!text.includes('A comparison of'));
});

test('a warning is a footnote of its row', () => {
  const warnings = [{ code: 'interpreter-only', message: 'n=16384 measures the interpreter only' }];
  const text = render(calibration(finding(), finding({ configuration: "type='long'", warnings })));
  assert.match(text, /type='long' .* a$/m);
  assert.match(text, /^a {2}\[interpreter-only\] 1 row: n=16384 measures the interpreter only/m);
});

test('the caption says the criteria as given, and the reserve unless one n was checked', () => {
  const found = calibration(finding());
  assert.match(render(found), /at least 100 ms\n.*at most 5 %\n.*from n to 2 n: within ±5 %/);
  assert.match(render(found), /in reserve/);
  const checked = { ...found, criteria: { ...found.criteria, maxIncreases: 0, tolerance: 0.07 } };
  assert.match(render(checked), /within ±7 %/);
  assert.ok(!render(checked).includes('in reserve'));
});

test('no line is wider than the terminal or ends in a space, ASCII is ASCII, and twice gives the same bytes', () => {
  const long = finding({
    filename: 'string_decoder/string-decoder.js',
    configuration: "encoding='utf16le' inLen=1024 chunkLen=64",
  });
  const what = calibration(finding(), MISSING, long, {
    ...long,
    configuration: "encoding='utf8' inLen=1024 chunkLen=16",
  });
  for (const width of [80, 120]) {
    for (const ascii of [false, true]) {
      const text = render(what, { width, ascii });
      assert.equal(render(what, { width, ascii }), text);
      assert.ok(!ascii || /^[ -~\n]*$/.test(text), text);
      for (const line of text.split('\n')) {
        assert.equal(line, line.trimEnd());
        assert.ok(stringWidth(line) <= width, `${stringWidth(line)} columns at ${width}: ${line}`);
      }
    }
  }
  assert.equal(render(calibration()), 'Nothing was calibrated.\n');
});

test('JSON has everything in full and reads back', () => {
  const what = calibration(finding(), MISSING);
  assert.deepEqual(JSON.parse(calibrationJson(what)), what);
  assert.ok(calibrationJson(what).endsWith('}\n'));
});
