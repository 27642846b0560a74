using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;
using Marketplace.Benchmarks;

// In this process: the repository's build settings are not those of the projects that BenchmarkDotNet would generate.
var job = Job.Default.WithToolchain(InProcessNoEmitToolchain.Instance).WithWarmupCount(3).WithIterationCount(5);
var config = DefaultConfig.Instance.AddJob(job).AddDiagnoser(MemoryDiagnoser.Default).AddColumn(new CallsPerSecondColumn())
    .HideColumns(Column.RatioSD, Column.Median, Column.Gen0, Column.Gen1);
BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args, config);
