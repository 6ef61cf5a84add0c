/**
 * Loaded by a process before its own code (`node --require`), and by each of its worker threads. At SIGUSR2 it begins
 * to profile itself, at the next it writes `<pid>.<thread>.cpuprofile` beside this file. Node 20 accepts `--cpu-prof`
 * neither in NODE_OPTIONS nor for a part of a process's life.
 */
const { writeFileSync, renameSync } = require('node:fs');
const { Session } = require('node:inspector');
const path = require('node:path');
const { BroadcastChannel, isMainThread, threadId } = require('node:worker_threads');

const SAMPLE_EVERY_US = 500;

let session;

function toggle() {
  if (session === undefined) begin();
  else end();
}

function begin() {
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  session.post('Profiler.start');
}

function end() {
  session.post('Profiler.stop', (error, result) => {
    if (error) throw error;
    const file = path.join(__dirname, `${process.pid}.${threadId}.cpuprofile`);
    writeFileSync(`${file}.part`, JSON.stringify(result.profile));
    renameSync(`${file}.part`, file);
  });
  session.disconnect();
  session = undefined;
}

// Only the main thread gets signals.
const threads = new BroadcastChannel('self-profile');
threads.unref();
if (isMainThread) {
  process.on('SIGUSR2', () => {
    threads.postMessage('toggle');
    toggle();
  });
} else threads.onmessage = toggle;
