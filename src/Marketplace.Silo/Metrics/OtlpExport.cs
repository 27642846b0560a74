using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;

namespace Marketplace.Silo.Metrics;

/// <summary>Sends the metrics of the silo and of its runtime by OTLP over HTTP, every minute and at the end.</summary>
internal sealed class OtlpExport(Uri endpoint) : IHostedService, IDisposable
{
    private MeterProvider? _provider;

    public Task StartAsync(CancellationToken cancellationToken)
    {
        _provider = Sdk.CreateMeterProviderBuilder()
            .AddMeter(MetricsExposition.MeterPrefix + "*", MetricsExposition.RuntimeMeter)
            .AddOtlpExporter(options =>
            {
                options.Endpoint = new Uri(endpoint, "/v1/metrics");
                options.Protocol = OtlpExportProtocol.HttpProtobuf;
            })
            .Build();
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken)
    {
        _provider?.ForceFlush(timeoutMilliseconds: 5000);
        return Task.CompletedTask;
    }

    public void Dispose() => _provider?.Dispose();
}
