using Marketplace.Audit;
using Marketplace.Driver.Audit;

namespace Marketplace.Driver.Tests.Support;

/// <summary>An audit that finds what the test wants, and remembers what it was asked.</summary>
internal sealed class StubAudit : IAudit
{
    public long Violations { get; set; }
    public AuditRequest? Asked { get; private set; }

    public Task<AuditResult> Run(AuditRequest request, IProgress<string> progress, CancellationToken cancellationToken)
    {
        Asked = request;
        var isClean = Violations == 0;
        var check = new AuditCheck("stock.bounds", "S#3", "Always.", "held", true, 1_234, Violations, isClean ? [] : ["tid r-1"], isClean);
        return Task.FromResult(new AuditResult(isClean, [check], []));
    }
}
